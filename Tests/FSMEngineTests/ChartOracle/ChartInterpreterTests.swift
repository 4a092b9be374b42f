import Testing

/// The oracle of charts against traces that were derived by hand from the recommendation and the rules.
@Suite struct ChartInterpreterTests {
    // MARK: - One region

    @Test func defaultsAndExternalRows() {
        checkTrace(
            """
            chart initial p
            state p default q
              state q default a
                state a
                state b
              state c
            row a e1 -> b
            row p e2 -> c
            row q e3 -> q
            call send e1
            call send e2
            call send e9
            """,
            """
            +p *p +q *q +a = a
            -a !1 +b = b
            -b -q -p !2 +p +c = c
            = unhandled c
            """)
    }

    /// A row to itself leaves and enters its source, by its default again; on change only what differs runs.
    @Test(arguments: [true, false]) func comingBackToACompoundState(isAlways: Bool) {
        checkTrace(
            """
            chart \(isAlways ? "always" : "on change"), initial q
            state q default a
              state a
              state b
            row a e1 -> b
            row q e2 -> q
            row q e3 -> same
            call send e1
            call send e3
            call send e2
            call send e2
            """,
            isAlways
                ? """
                +q *q +a = a
                -a !1 +b = b
                -b -q !3 +q ~q +b = b
                -b -q !2 +q ~q *q +a = a
                -a -q !2 +q ~q *q +a = a
                """
                : """
                +q *q +a = a
                -a !1 +b = b
                !3 ~q = b
                -b !2 ~q +a = a
                !2 ~q = a
                """)
    }

    @Test func localRowsStayInTheirSource() {
        checkTrace(
            """
            chart initial q
            state q default a
              state a
              state b
            row q e1 -> b local
            row q e2 -> b
            row a e3 -> q local
            call send e1
            call send e2
            call send e1
            """,
            """
            +q *q +a = a
            -a !1 +b = b
            -b -q !2 +q +b ~b = b
            -b !1 +b ~b = b
            """)
    }

    @Test func innerRowsComeFirstAndGuardsHandOutwards() {
        let rows = """
            state p default a
              state a
              state b
            row any e1 -> internal
            row p e1 -> b if (n y)
            row a e1 -> internal if (n)
            row a any -> internal if (n)
            call send e1
            call send e1
            """
        checkTrace(
            "chart first match, initial p\n" + rows,
            """
            +p *p +a = a
            ?3 ?4 ?2 !1 = a
            ?3 ?4 ?2 -a -p !2 +p +b = b
            """)
        // The level of any state is not reached if any row matched, and that of any event not in the same state.
        checkTrace(
            "chart exclusive, initial p\n" + rows,
            """
            +p *p +a = a
            ?3 ?2 = refused a
            ?3 ?2 -a -p !2 +p +b = b
            """)
    }

    @Test func innerRowsForAnyEventBeatOuterOnes() {
        checkTrace(
            """
            chart exclusive, initial p
            state p default a
              state a
            row p e1 -> internal
            row a any -> internal
            row any e2 -> internal
            call send e1
            call send e2
            """,
            """
            +p *p +a = a
            !2 = a
            !2 = a
            """)
    }

    @Test func rowsForAnyStateBelongToTheChart() {
        let chart = """
            state p default a
              state a
              state b
            row any e1 -> b
            row any e2 -> same
            call send e1
            call send e1
            call send e2
            """
        checkTrace(
            "chart always, initial p\n" + chart,
            """
            +p *p +a = a
            -a -p !1 +p +b = b
            -b -p !1 +p +b ~b = b
            -b !2 +b ~b = b
            """)
        checkTrace(
            "chart on change, initial p\n" + chart,
            """
            +p *p +a = a
            -a !1 +b = b
            !1 ~b = b
            !2 ~b = b
            """)
    }

    // MARK: - Eventless rows, raised events, done

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
