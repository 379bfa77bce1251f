import { resetStaffPassword } from '@counterfoil/contract/session/sign-in.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Confirm } from '../kit/confirm.tsx'
import { ShownOnce } from '../kit/shown-once.tsx'
import { formatMoment } from '../time/moment.tsx'
import { useTimeZone } from '../time/time-zone.ts'
import { STAFF_WORDS as words } from '../words/staff.ts'
import { DeactivatePerson } from './deactivate-person.tsx'
import { EditPerson } from './edit-person.tsx'
import { InvitePerson } from './invite-person.tsx'
import type { Person, SignInLink, StaffDialog } from './person.ts'

type Open = (dialog: StaffDialog | null) => void

export function StaffDialogs({ dialog, open }: { dialog: StaffDialog; open: Open }) {
  const close = () => open(null)
  switch (dialog.kind) {
    case 'invite':
      return <InvitePerson invited={(link) => open({ kind: 'link', link })} close={close} />
    case 'link':
      return <LinkShownOnce link={dialog.link} close={close} />
    case 'edit':
      return <EditPerson person={dialog.person} close={close} />
    case 'reset':
      return <ResetPassword person={dialog.person} open={open} />
    case 'deactivate':
      return <DeactivatePerson person={dialog.person} close={close} />
  }
}

function LinkShownOnce({ link, close }: { link: SignInLink; close: () => void }) {
  const zone = useTimeZone()
  const until = formatMoment(link.expiresAt, zone)
  return (
    <ShownOnce
      title={words.linkTitle}
      text={`${words.linkText(link.person.name, until)} ${link.emailed ? words.linkEmailed : ''}`}
      value={link.url}
      close={close}
    />
  )
}

function ResetPassword({ person, open }: { person: Person; open: Open }) {
  const [link, setLink] = useState<SignInLink | null>(null)
  if (link) return <LinkShownOnce link={link} close={() => open(null)} />
  return (
    <Confirm
      title={words.resetTitle(person.name)}
      consequence={words.resetConsequence}
      action={words.resetAction}
      confirm={() => call(resetStaffPassword, { params: { id: person.id } })}
      after={(created) => setLink({ person, ...created })}
      close={() => open(null)}
      staysOpen
    />
  )
}
