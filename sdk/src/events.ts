import type { Transport } from './transport.ts'
import { type CounterfoilEvent, eventOf } from './webhook-event.ts'

type FeedPage = { items: unknown[]; next: string | null; cursorLost?: true }

const PAGE_SIZE = 200

/** The feed of the last 30 days, in an order that never changes. */
export class Events {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Yields every event after `after`, or all of them, and ends where there are no more events yet. */
  async *iterate({
    after,
  }: {
    after?: string | null
  } = {}): AsyncGenerator<CounterfoilEvent, void, undefined> {
    let next: string | null | undefined = after
    do {
      const query = { limit: PAGE_SIZE, after: next ?? undefined }
      const page: FeedPage = await this.#transport.signed('GET', '/integrations/events', { query })
      if (page.cursorLost) this.#transport.warn(`the event ${next} is gone, so some events may come again`)
      for (const item of page.items) {
        const event = eventOf(item)
        if (event) yield event
        else this.#transport.warn('an item of the feed is not an event, and was skipped')
      }
      next = page.next
    } while (next)
  }

  /**
   * Passes every event that is new since the last run to `handle`, and saves its id afterwards. If `handle` throws, the
   * next run starts with that event. Returns the number of events.
   */
  async catchUp(options: {
    load: () => Promise<string | null | undefined> | string | null | undefined
    save: (eventId: string) => Promise<unknown> | unknown
    handle: (event: CounterfoilEvent) => Promise<unknown> | unknown
  }): Promise<number> {
    let count = 0
    for await (const event of this.iterate({ after: (await options.load()) ?? null })) {
      await options.handle(event)
      await options.save(event.id)
      count += 1
    }
    return count
  }
}
