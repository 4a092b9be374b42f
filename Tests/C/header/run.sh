#!/bin/sh
# Compiles a program that needs the header alone, and runs it: run.sh program compiler options...
program=$1
shift
"$@" -o "$program" && "$program"
