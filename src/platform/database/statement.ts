import { Fragment, type Rendered, render } from './sql.ts'

/** A statement that is sent when it is awaited. Nested in another template it is a fragment and is not sent. */
export class Statement<T> extends Fragment implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #run: (rendered: Rendered) => Promise<unknown>
  #result: Promise<T> | null = null

  constructor(
    strings: readonly string[],
    values: readonly unknown[],
    run: (rendered: Rendered) => Promise<unknown>,
  ) {
    super(strings, values)
    this.#run = run
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is a promise that starts when it is awaited
  then<A = T, B = never>(
    onResult?: ((result: T) => A | PromiseLike<A>) | null,
    onFailure?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#result ??= this.#run(render(this)) as Promise<T>
    return this.#result.then(onResult, onFailure)
  }

  catch<B = never>(onFailure?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onFailure)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd)
  }
}
