import Testing

/// The oracle of charts against traces derived by hand: eventless rows, raised events, done events, failures. See
/// ``checkTrace(_:_:sourceLocation:)``.
@Suite struct ChartMacrostepTests {
    @Test func eventlessRowsAndRaisedEventsComeBeforeSentOnes() {
        checkTrace(
            """
            chart initial a
            state a
            state b entry (send e3)
            state c
            state d
            row a e1 -> b raise e2
            row b eventless -> c
            row c e2 -> d
            row d e3 -> a
            row c e3 -> b
            call send e1
            """,
            """
            +a = a
            -a !1 +b -b !2 +c -c !3 +d -d !4 +a = a
            """)
    }

    /// After an event that took no row nothing is tried again: the guard of row 2 is asked once for each microstep.
    @Test func eventlessRowsFollowMicrosteps() {
        checkTrace(
            """
            chart initial a
            state a
            state b
            row a e1 -> internal
            row a eventless -> b if (n n y)
            row a e2 -> internal if (n)
            call send e2
            call send e3
            call send e1
            call send e1
            """,
            """
            +a ?2 = a
            ?3 = refused a
            = unhandled a
            !1 ?2 = a
            !1 ?2 -a !2 +b = b
            """)
    }

    @Test func doneEvents() {
        checkTrace(
            """
            chart initial p
            state p default q
              state q default a done e8
                state a
                final f
              state c
            final end
            row a e1 -> f
            row q e8 -> c
            row c e1 -> end
            row any e8 -> internal
            call send e1
            call send e1
            call send e1
            call start
            """,
            """
            +p *p +q *q +a = a
            -a !1 +f -f -q !2 +c = c
            -c -p !3 +end -end = done
            = notRunning done
            +p *p +q *q +a = a
            """)
    }

    /// A state that is done already, and stays so, is not done once more on change.
    @Test(arguments: [true, false]) func doneAgain(isAlways: Bool) {
        checkTrace(
            """
            chart \(isAlways ? "always" : "on change"), initial q
            state q default a done e8
              state a
              final f
            row q e1 -> f
            row q e8 -> internal
            call send e1
            call send e1
            """,
            isAlways
                ? """
                +q *q +a = a
                -a -q !1 +q +f !2 = f
                -f -q !1 +q +f ~f !2 = f
                """
                : """
                +q *q +a = a
                -a !1 +f !2 = f
                !1 ~f = f
                """)
    }

    @Test func whatWaitsIsDroppedWhenAllIsDone() {
        checkTrace(
            """
            chart initial a
            state a
            final f entry (send e1) exit (raise e1)
            row a e1 -> f raise e2
            row any e2 -> internal
            call send e1
            call send e2
            """,
            """
            +a = a
            -a !1 +f -f = done
            = notRunning done
            """)
    }

    // MARK: - Failures

    @Test func failuresKeepTheOldOrTheNewConfiguration() {
        checkTrace(
            """
            chart initial a
            state a
            state b
            row a e1 -> b do (!)
            call send e1
            call send e1
            """,
            """
            +a = a
            -a !1 = callbackFailed a
            """)
    }

    @Test func endlessMacrosteps() {
        let model = ChartModel(
            text: """
                chart initial a
                state a
                row a e1 -> internal raise e1
                call send e1
                """)
        let interpreter = ChartInterpreter(model)
        #expect(interpreter.run() && interpreter.statistics.microsteps == ChartInterpreter.stepLimit + 1)
        #expect(interpreter.trace.entries.last == .result(.stepLimit, leaves: [0], isDone: false))
    }
}
