import type { FastifyInstance } from 'fastify'
import { requireToken } from '../../src/api/auth/jwt.ts'
import type { Deps } from '../../src/domain/deps.ts'

/** For comparison, redemption written naively: one transaction per request, one statement per step. Handles success only. */
export function plainRoute(server: FastifyInstance, deps: Deps): void {
  server.register(async (app) => {
    requireToken(app, deps)
    app.post('/plain', async (request, reply) => {
      const { voucherId, outletId, pin } = request.body as Record<string, string>
      const { partner, externalUserId } = request.consumer as NonNullable<typeof request.consumer>
      const month = new Date().toISOString().slice(0, 7)
      const id = await deps.db.begin(async (tx) => {
        const [user] = await tx`
          select id from users where partner_id = ${partner.id} and external_user_id = ${externalUserId}`
        await tx`
          insert into redemption_attempts as held (user_id, times, granted) values (${user?.id}, array[now()], 1)
          on conflict (user_id) do update set times = (array(
            select t from unnest(held.times) as t where t > now() - interval '60 seconds' order by t
          ) || excluded.times)[1:5]`
        const [voucher] = await tx`
          select vouchers.*, merchants.is_active from vouchers join merchants on merchants.id = merchant_id
          where vouchers.id = ${voucherId ?? ''}`
        const [outlet] = await tx`select * from outlets where id = ${outletId ?? ''}`
        if (!deps.vault.pinMatches(outlet?.id, pin ?? '', outlet?.pinHash)) throw new Error('invalid_pin')
        await tx`select from claims where user_id = ${user?.id} and voucher_id = ${voucher?.id}`
        const [quota] = await tx`
          insert into user_quotas as q (user_id, voucher_id, cycle_key, used)
          values (${user?.id}, ${voucher?.id}, ${month}, 1)
          on conflict (user_id, voucher_id, cycle_key) do update set used = q.used + 1 returning used`
        await tx`
          insert into voucher_quotas as q (voucher_id, cycle_key, used) values (${voucher?.id}, ${month}, 1)
          on conflict (voucher_id, cycle_key) do update set used = q.used + 1`
        const [row] = await tx`
          insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title,
            outlet_name, cycle_key, remaining, status, gps_available, redeemed_at,
            statement_month)
          values (uuid_v7(), ${partner.id}, ${user?.id}, ${voucher?.id}, ${outlet?.id}, ${voucher?.merchantId},
            ${voucher?.title}, ${outlet?.name}, ${month}, ${1000 - quota?.used}, 'SUCCESS', true, now(), ${month})
          returning id`
        await tx`
          insert into events (id, partner_id, user_id, type, body, created_at)
          values (uuid_v7(), ${partner.id}, ${user?.id}, 'REDEMPTION_CREATED', ${JSON.stringify({ redemption: row?.id })}, now())`
        return row?.id
      })
      return reply.code(201).send({ id })
    })
  })
}
