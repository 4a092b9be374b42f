# shellcheck shell=bash
# The environment in which test and bench run go: nothing is fetched, and all products are below build/go.
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${SWIFTFSM_BUILD:-$project/build}
products=$build/go
mkdir -p "$products"
export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local GOCACHE=$products/cache GOPATH=$products/path
export CGO_CFLAGS="-O2 -Wall -Wextra -Wno-unused-parameter -I$project/include"
export CGO_LDFLAGS="-L$build -Wl,-rpath,$build"
export SWIFTFSM_CONFORMANCE=$build/conformance.json
