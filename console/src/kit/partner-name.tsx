import { AnchorLink } from './links.tsx'

export function PartnerName({ id, name }: { id: string; name: string }) {
  return (
    <AnchorLink to="/partners/$id" params={{ id }} size="sm">
      {name}
    </AnchorLink>
  )
}
