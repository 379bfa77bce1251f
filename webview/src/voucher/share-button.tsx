import { plainText } from '@counterfoil/contract/markup.ts'
import { call } from '../api/call.ts'
import type { Branding, Voucher } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { copyText } from '../components/copy-text.ts'
import { Icon } from '../components/icons.tsx'
import { showToast } from '../components/toast.tsx'
import { words } from '../language/words.ts'
import { pathOf } from '../routing/address.ts'

type Props = { voucher: Voucher; merchantName: string }

/** Only the partner knows an address that opens its app. Without one, there is no button. */
export function ShareButton({ voucher, merchantName }: Props) {
  const { data } = useQuery<Branding>('branding', async () => (await call('viewBranding', {})).body)
  const template = data?.shareUrl
  if (!template || !voucher.isActive) return null
  const title = plainText(voucher.title)
  const share = () =>
    shareLink({
      title,
      text: `${merchantName}: ${title}`,
      url: template.replace('{path}', () => pathOf({ screen: 'voucher', id: voucher.id })),
    })
  return (
    <button type="button" class="icon-button" aria-label={words.voucher.share} onClick={share}>
      <Icon>
        <path d="M12 15V4M8 7.5L12 3.5l4 4M6 11.5H5v9h14v-9h-1" />
      </Icon>
    </button>
  )
}

/** Opens the phone's own list of apps. Where there is none, or where a host forbids it, the link is copied. */
async function shareLink(link: { title: string; text: string; url: string }): Promise<void> {
  try {
    await navigator.share(link)
  } catch (error) {
    // The user has closed the list.
    if (error instanceof DOMException && error.name === 'AbortError') return
    const { linkCopied, linkNotCopied } = words.voucher
    showToast((await copyText(link.url)) ? linkCopied : linkNotCopied)
  }
}
