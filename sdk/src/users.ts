import type { UserUpsert, UserUpsertResult } from './contract-types.ts'
import { CounterfoilError } from './counterfoil-error.ts'
import { pathSegment, type Transport } from './transport.ts'

export class Users {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates or updates a user. Omitted fields stay unchanged; null clears a field. */
  upsert(user: UserUpsert): Promise<UserUpsertResult> {
    return this.#transport.signed('POST', '/integrations/users', { body: user })
  }

  /** Clears the user's personal data. A user who does not exist counts as deleted. */
  async delete(externalUserId: string): Promise<void> {
    try {
      await this.#transport.signed(
        'DELETE',
        `/integrations/users/${pathSegment(externalUserId, 'externalUserId')}`,
      )
    } catch (error) {
      if (!(error instanceof CounterfoilError) || error.code !== 'user_not_found') throw error
    }
  }
}
