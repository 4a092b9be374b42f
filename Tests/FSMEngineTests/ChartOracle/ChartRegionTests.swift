import Testing

/// The oracle of charts against traces derived by hand: regions. See
/// ``checkTrace(_:_:sourceLocation:)``.
@Suite struct ChartRegionTests {
    /// Two regions, each with two states.
    static let regions = """
        parallel p
          state r default a
            state a
            state b
          state q default c
            state c
            state d
        state z

        """

    @Test func regionsReactTogether() {
        checkTrace(
            "chart initial p\n" + Self.regions + """
                row a e1 -> b
                row c e1 -> d
                row p e1 -> z
                row p e2 -> internal
                row z e1 -> p
                row z e3 -> d
                call send e1
                call send e2
                call send e1
                call send e3
                """,
            """
            +p +r *r +a +q *q +c = a c
            -c -a !1 !2 +b +d = b d
            !4 = b d
            -d -q -b -r -p !3 +z = z
            -z !6 +p +r *r +a +q +d = a d
            """)
    }

    /// R6: the row whose source lies inside wins, else the one that was chosen first.
    @Test func conflicts() {
        checkTrace(
            "chart initial p\n" + Self.regions + """
                row p e1 -> z
                row c e1 -> d
                row a e2 -> z
                row d e2 -> c
                row p e3 -> internal if (y n)
                row c e3 -> internal
                call send e1
                call send e3
                call send e3
                call send e2
                """,
            """
            +p +r *r +a +q *q +c = a c
            -c !2 +d = a d
            ?5 !5 = a d
            ?5 = refused a d
            -d -q -a -r -p !3 +z = z
            """)
    }

    /// R7 and R8: a target in the sibling region leaves all regions; a local row only its own.
    @Test func externalAndLocalRowsOfRegions() {
        checkTrace(
            "chart initial p\n" + Self.regions + """
                row a e1 -> d
                row r e2 -> b
                row r e3 -> b local
                row b e4 -> r local
                row b e5 -> r
                call send e1
                call send e3
                call send e4
                call send e2
                call send e5
                """,
            """
            +p +r *r +a +q *q +c = a c
            -c -q -a -r -p !1 +p +r *r +a +q +d = a d
            -a !3 +b = b d
            -b -r !4 +r ~r *r +a = a d
            -d -q -a -r -p !2 +p +r +b +q *q +c = b c
            -c -q -b -r -p !5 +p +r ~r *r +a +q *q +c = a c
            """)
    }

    @Test func severalTargets() {
        checkTrace(
            "chart on change, initial z\n" + Self.regions + """
                row z e1 -> d b
                row p e2 -> a d
                row p e3 -> b
                call send e1
                call send e2
                call send e3
                """,
            """
            +z = z
            -z !1 +p +r +b +q +d = b d
            -b !2 +a ~d = a d
            -d -a !3 +b *q +c = b c
            """)
    }

    @Test func guardsAreAskedOnceForSeveralLeaves() {
        checkTrace(
            "chart first match, initial p\n" + Self.regions + """
                row p e1 -> z if (n)
                row c e1 -> internal if (y)
                row any e1 -> internal if (n)
                row any any -> internal if (y n)
                call send e1
                call send e1
                call send e9
                """,
            """
            +p +r *r +a +q *q +c = a c
            ?1 ?3 ?4 ?2 !4 !2 = a c
            ?1 ?3 ?4 ?2 !2 = a c
            ?4 !4 = a c
            """)
    }

    @Test func conditionsSeeTheConfigurationBeforeTheStep() {
        checkTrace(
            "chart initial p\n" + Self.regions + """
                row a e1 -> b in c
                row c e1 -> d in a
                row b e1 -> a in d if (n y)
                row r eventless -> internal in b in c
                row d e1 -> c notin b
                call send e1
                call send e1
                call send e1
                """,
            """
            +p +r *r +a +q *q +c = a c
            -c -a !1 !2 +b +d = b d
            ?3 = refused b d
            ?3 -b !3 +a = a d
            """)
    }

    // MARK: - Done

    @Test func parallelStatesAreDoneAfterTheirLastRegion() {
        checkTrace(
            """
            chart initial p
            parallel p done e9
              state r default a done e7
                state a
                final f
              parallel q done e8
                state q1 default c
                  state c
                  final g
                state q2 default d
                  state d
                  final h
            row a e1 -> f
            row c e2 -> g
            row d e2 -> h
            row p e7 -> internal
            row p e8 -> internal
            row p e9 -> internal
            row q e4 -> q local
            call send e1
            call send e2
            call send e4
            """,
            """
            +p +r *r +a +q +q1 *q1 +c +q2 *q2 +d = a c d
            -a !1 +f !4 = f c d
            -d -c !2 !3 +g +h !5 !6 = f g h
            -h -q2 -g -q1 -q !7 +q ~q +q1 *q1 +c +q2 *q2 +d = f c d
            """)
    }
}
