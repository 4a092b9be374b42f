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
                -b !2 ~q *q +a = a
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
}
