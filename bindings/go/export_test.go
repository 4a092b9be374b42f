package swiftfsm

// NumbersInUse returns how many callbacks and machines Go keeps for C.
func NumbersInUse() int { return numbers.used() }
