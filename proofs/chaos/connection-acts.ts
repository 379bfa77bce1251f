import type { FaultProxy } from '../../test/faults/fault-proxy.ts'
import { type Choose, type EndOfAct, type KindOfAct, none } from './act.ts'
import { MEMBER_NAMES, memberOf } from './stage.ts'

/** An act on the connections of one member to both servers of the database. */
const onConnections =
  (words: string, begin: (proxies: FaultProxy[]) => Promise<EndOfAct>): KindOfAct =>
  (choose) => {
    const name = choose(MEMBER_NAMES)
    return { title: `${words} ${name}`, begin: (stage) => begin(memberOf(stage, name).proxies) }
  }

const healAll = (proxies: FaultProxy[]): EndOfAct => {
  return async () => void (await Promise.all(proxies.map((proxy) => proxy.heal())))
}

const cut = onConnections('reset all connections to the database of', async (proxies) => {
  for (const proxy of proxies) proxy.cut()
  return none
})

const silence = onConnections('swallow all packets to the database of', async (proxies) => {
  for (const proxy of proxies) {
    proxy.onConnect = 'swallow'
    proxy.silence()
  }
  return healAll(proxies)
})

const refuse = onConnections('refuse connections to the database of', async (proxies) => {
  await Promise.all(proxies.map((proxy) => proxy.refuse()))
  return async () => void (await Promise.all(proxies.map((proxy) => proxy.listen())))
})

const slow = (choose: Choose): ReturnType<KindOfAct> => {
  const [name, delayMs] = [choose(MEMBER_NAMES), choose([20, 60, 150])]
  return {
    title: `slow connections to the database of ${name}, ${delayMs} ms in each direction`,
    async begin(stage) {
      const { proxies } = memberOf(stage, name)
      for (const proxy of proxies) proxy.delayMs = delayMs
      return healAll(proxies)
    },
  }
}

export const CONNECTION_ACTS = [cut, silence, refuse, slow]
