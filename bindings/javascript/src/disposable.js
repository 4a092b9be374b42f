// Objects that are closed at the end of `using`, where the language has it.

/** Let `using` close the objects of a class. */
export function makeDisposable(Class) {
  if (Symbol.dispose === undefined) return;
  Class.prototype[Symbol.dispose] = function dispose() {
    this.close();
  };
}
