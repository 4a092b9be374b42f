# What holds in the C library, but is not said in what the Swift compiler makes of it (LLVM's intermediate code, before it
# is linked), so that code and data with the same contents can be there once.

# The class of an array's memory: nothing writes to it, and nothing asks two arrays for their class.
/^@"\$es23_ContiguousArrayStorageC[^=]*GN" = linkonce_odr / s/ global / unnamed_addr constant /

# Swift compares no functions. Those that C is given follow C's conventions: they keep addresses of their own.
/^define [^@]*swiftcc / {
    /unnamed_addr|comdat\(/! s/^(.*\)) /\1 unnamed_addr /
}

# What is compiled for speed keeps its instructions together; of all else the linker makes functions of sequences that
# occur several times. So do what arrays append and remove by (Array+Append.swift), and the reader of documents.
/^attributes #/ {
    /minsize/! s/ \}$/ "nooutline" }/
}
/^define [^@]*(@"\$eSa7FSMCABI|14DocumentReader|12DocumentLine)/ s/ (#[0-9]+)/ "nooutline" \1/

# The step begins a line of the processor's cache: otherwise it would take up to a seventh longer, by chance.
/^define [^@]*@sfsm_machine_send\(/ s/( #[0-9]+)/\1 align 64/

# Embedded Swift for no system, compiled for Linux.
s/^target triple = "aarch64-none-none-elf"$/target triple = "aarch64-unknown-linux-gnu"/
