import { Code, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { CopyButton } from '../kit/copy-button.tsx'
import { ShownOnceDialog } from '../kit/shown-once-dialog.tsx'
import { DEVICE_WORDS as words } from '../words/devices.ts'
import { KIT_WORDS } from '../words/kit.ts'

const QR_SIZE = 240
const QrCode = lazy(async () => ({ default: (await import('../account/qr-code.tsx')).QrCode }))

/** The link of a new device, as a picture for its camera and as text. */
export function DeviceLink({ url, close }: { url: string; close: () => void }) {
  return (
    <ShownOnceDialog
      title={words.linkTitle}
      close={close}
      actions={(keep) => <CopyButton value={url} copied={keep} />}
    >
      <Text size="sm">
        {words.linkText} {KIT_WORDS.shownOnce}
      </Text>
      <Suspense fallback={<Skeleton w={QR_SIZE} h={QR_SIZE} mx="auto" />}>
        <QrCode text={url} label={words.linkLabel} size={QR_SIZE} />
      </Suspense>
      <Code block className="secret" data-testid="shown-once">
        {url}
      </Code>
    </ShownOnceDialog>
  )
}
