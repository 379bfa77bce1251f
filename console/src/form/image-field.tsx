import { uploadImage } from '@counterfoil/contract/admin/images.ts'
import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { fieldMark } from './save-refused.tsx'
import type { Editor, Values } from './use-editor.ts'

type Props<V extends Values> = {
  of: Editor<V>
  name: keyof V & string
  hint: string
  /** The size of the preview, in pixels. */
  width: number
  height: number
  /** The picture can be replaced but not removed. */
  isRequired?: boolean
  /** Whose quota the picture counts towards, if the person has several merchants. */
  merchantId?: string | undefined
}

/** Uploads a picture and keeps its path. The service accepts the same types and the same size. */
export function ImageField<V extends Values>({
  of,
  name,
  hint,
  width,
  height,
  isRequired = false,
  merchantId,
}: Props<V>) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)
  // A form for a new record has no path yet.
  const path = (of.form.values[name] as string | null) || null
  const write = (value: string | null) => of.form.setFieldValue(name as never, value as never)
  const upload = async (file: File | null) => {
    if (!file) return
    setProblem(checkFile(file))
    if (checkFile(file) !== null) return
    setUploading(true)
    try {
      write((await call(uploadImage, { file, query: { ...(merchantId && { merchantId }) } })).path)
    } catch (error) {
      setProblem(explain(error))
    } finally {
      setUploading(false)
    }
  }
  return (
    <Input.Wrapper
      {...fieldMark(name)}
      label={of.labels[name]}
      description={hint}
      error={problem ?? of.form.errors[name]}
      labelElement="div"
      withAsterisk={isRequired}
    >
      <Group gap="sm" my={4}>
        <Picture path={path} label={String(of.labels[name])} width={width} height={height} />
        <Group gap="xs">
          <FileButton onChange={(file) => void upload(file)} accept={uploadImage.bodyTypes.join(',')}>
            {(button) => (
              <Button {...button} size="xs" variant="default" loading={isUploading}>
                {path === null ? words.upload : words.replace} {String(of.labels[name]).toLowerCase()}
              </Button>
            )}
          </FileButton>
          {path !== null && !isRequired && (
            <Button size="xs" variant="subtle" color="red" onClick={() => write(null)}>
              {words.remove} {String(of.labels[name]).toLowerCase()}
            </Button>
          )}
        </Group>
      </Group>
      {path?.startsWith('https://') && (
        <Text size="xs" c="dimmed" className="wrap">
          {path}
        </Text>
      )}
    </Input.Wrapper>
  )
}

function Picture({
  path,
  label,
  width,
  height,
}: {
  path: string | null
  label: string
  width: number
  height: number
}) {
  if (path === null) return <div className="no-image" style={{ width, height }} />
  return <Image src={path} alt={label} w={width} h={height} fit="cover" radius="sm" />
}

function checkFile({ type, size }: File): string | null {
  if (!(uploadImage.bodyTypes as readonly string[]).includes(type)) return words.imageType
  return size > uploadImage.bodyLimitBytes
    ? words.imageTooLarge(uploadImage.bodyLimitBytes / 1024 / 1024)
    : null
}
