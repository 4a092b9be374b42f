module swiftfsm

go 1.19
