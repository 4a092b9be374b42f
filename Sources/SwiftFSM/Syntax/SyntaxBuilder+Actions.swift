// `actions` takes each of the four forms of an action, and an array; each before blocks of rows, of rows without a
// `then`, and of rows without a `when`.

extension SyntaxBuilder {
    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMSyncAction,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMSyncAction,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMSyncAction,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMAction,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMAction,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMAction,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMSyncActionWithEvent<Event>,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMSyncActionWithEvent<Event>,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMSyncActionWithEvent<Event>,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMActionWithEvent<Event>,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMActionWithEvent<Event>,
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs an action before the actions of each row in a block.
    public func actions(
        _ action: @escaping FSMActionWithEvent<Event>,
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>([AnyAction(action)]).group(block(), file, line)
    }

    /// Runs several actions before the actions of each row in a block.
    public func actions(
        _ actions: [AnyAction],
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) -> Syntax.MWTA_Group {
        Syntax.Actions<Event>(actions).group(block(), file, line)
    }

    /// Runs several actions before the actions of each row in a block.
    public func actions(
        _ actions: [AnyAction],
        file: String = #fileID, line: Int = #line,
        @Syntax.MWABuilder _ block: () -> [Syntax.MatchingWhenActions]
    ) -> Syntax.MWA_Group {
        Syntax.Actions<Event>(actions).group(block(), file, line)
    }

    /// Runs several actions before the actions of each row in a block.
    public func actions(
        _ actions: [AnyAction],
        file: String = #fileID, line: Int = #line,
        @Syntax.MTABuilder _ block: () -> [Syntax.MatchingThenActions]
    ) -> Syntax.MTA_Group {
        Syntax.Actions<Event>(actions).group(block(), file, line)
    }
}
