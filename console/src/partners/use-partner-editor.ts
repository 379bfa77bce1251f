import { getPartner, updatePartner } from '@counterfoil/contract/admin/partners.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type RouteInput } from '../api/call.ts'
import type { Partner } from '../api/records.ts'
import { type Editor, useEditor, type Values } from '../form/use-editor.ts'
import { notifyDone } from '../kit/notify.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'

type Changes = NonNullable<RouteInput<typeof updatePartner>['body']>

export type PartnerPart<V extends Values> = {
  /** Names the draft: each part of the page has its own form. */
  name: string
  body: unknown
  labels: { [K in keyof V]: string }
  valuesOf: (partner: Partner) => V
  /** What to send for changed values. `all` has the unchanged ones, too. */
  bodyOf: (changes: Partial<V>, all: V) => Changes
}

/** Edits one part of a partner. */
export function usePartnerEditor<V extends Values>(partner: Partner, part: PartnerPart<V>): Editor<V> {
  const { name, body, labels, valuesOf, bodyOf } = part
  const queries = useQueryClient()
  const params = { id: partner.id }
  const versions = useRef(new Map<number, V>())
  const read = (known: Partner) => {
    const stored = valuesOf(known)
    versions.current.set(known.version, stored)
    return { stored, version: known.version }
  }
  return useEditor({
    draftKey: `partner:${partner.id}:${name}`,
    body,
    labels,
    ...read(partner),
    save: (changes, version) => {
      const before = versions.current.get(version ?? partner.version) ?? valuesOf(partner)
      const body = bodyOf(changes, { ...before, ...changes })
      return call(updatePartner, { params, body, ...(version !== null && { ifMatch: version }) })
    },
    reload: async () => read(await call(getPartner, { params })),
    saved: (saved) => {
      // A saved partner comes without the state of its deliveries, which is loaded again.
      queries.setQueryData<Partner>([getPartner.id, { params }], (known) => known && { ...known, ...saved })
      notifyDone(words.saved(saved.name))
    },
    fieldOfCode: { issuer_taken: 'jwtIssuer' as keyof V & string },
  })
}
