import Testing

/// The oracle of charts against traces derived by hand: histories, deferral, requests. See
/// ``checkTrace(_:_:sourceLocation:)``.
@Suite struct ChartHistoryTests {
    private static let withHistories = """
        state p default s
          state s default a
            state a
            state b
          state t
          history h default t
          deep k default b
        state z

        """

    @Test func historiesLeadBack() {
        checkTrace(
            "chart initial z\n" + Self.withHistories + """
                row z e1 -> h
                row z e2 -> k
                row p e3 -> z
                row t e4 -> b
                call send e1
                call send e3
                call send e2
                call send e4
                call send e3
                call send e1
                call send e3
                call send e2
                """,
            """
            +z = z
            -z !1 +p *h +t = t
            -t -p !3 +z = z
            -z !2 +p +t = t
            -t !4 +s +b = b
            -b -s -p !3 +z = z
            -z !1 +p +s *s +a = a
            -a -s -p !3 +z = z
            -z !2 +p +s +a = a
            """)
    }

    /// R9: the history is a child of p, so p is the domain and not left: nothing is recorded, its default is entered.
    @Test func domainsOfHistoriesAreStatic() {
        checkTrace(
            "chart initial p\n" + Self.withHistories + """
                row a e1 -> h
                row p e2 -> k
                row t e3 -> b
                call send e1
                call send e3
                call send e2
                call stop
                call start
                """,
            """
            +p *p +s *s +a = a
            -a -s !1 +t = t
            -t !3 +s +b = b
            -b -s -p !2 +p +s +b = b
            -b -s -p =
            +p *p +s *s +a = a
            """)
    }

    @Test func deepHistoryOfRegions() {
        checkTrace(
            """
            chart initial w
            state w default p
              deep k default p
              parallel p
                state r default a
                  state a
                  state b
                state q default c
                  state c
                  state d
                  history h default c
            state z
            row a e1 -> b
            row c e2 -> d
            row w e3 -> z
            row z e4 -> k
            row z e5 -> b h
            call send e1
            call send e3
            call send e4
            call send e2
            call send e3
            call send e5
            """,
            """
            +w *w +p +r *r +a +q *q +c = a c
            -a !1 +b = b c
            -c -q -b -r -p -w !3 +z = z
            -z !4 +w +p +r +b +q +c = b c
            -c !2 +d = b d
            -d -q -b -r -p -w !3 +z = z
            -z !5 +w +p +r +b +q +d = b d
            """)
    }

    // MARK: - Deferral, requests

    @Test func deferredEventsAreRecalledInOrder() {
        checkTrace(
            """
            chart initial a
            state a
            state b
            state c
            row a e1 -> defer
            row a e2 -> defer
            row a e3 -> b
            row b e1 -> internal
            row b e2 -> c
            row b e4 -> defer
            row a e4 -> internal
            row c e4 -> a
            call send e2
            call send e1
            call send e4
            call send e3
            """,
            """
            +a = a
            = deferred a
            = deferred a
            !7 = a
            -a !3 +b -b !5 +c = c
            """)
    }

    /// R20: one leaf that defers makes the whole event wait; inner rows beat outer deferrals.
    @Test func deferralOfOneRegion() {
        checkTrace(
            "chart initial p\n" + ChartRegionTests.regions + """
                row a e1 -> b
                row c e1 -> defer
                row c e2 -> d
                row p e3 -> defer
                row d e3 -> c
                row a e3 -> internal
                call send e1
                call send e3
                call send e2
                """,
            """
            +p +r *r +a +q *q +c = a c
            = deferred a c
            = deferred a c
            -c !3 +d -a !1 +b = b d
            """)
    }

    @Test func requests() {
        checkTrace(
            "chart exclusive, initial p\n" + ChartRegionTests.regions + """
                row a request -> b
                row p request -> requested
                row a request -> z if (n y)
                row any request -> z
                call request b
                call request z
                call request a
                call request z
                """,
            """
            +p +r *r +a +q *q +c = a c
            -a !1 +b = b c
            -c -q -b -r -p !2 +z = z
            = unhandled z
            -z !4 +z ~z = z
            """)
    }
}
