import { uploadImage } from '@counterfoil/contract/admin-images.ts'
import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import type { Editor, Values } from './use-editor.ts'

/** Uploads a picture and keeps its path. The service accepts the same types and the same size. */
export function ImageField<V extends Values>({
  of,
  name,
  hint,
  width,
  height,
}: {
  of: Editor<V>
  name: keyof V & string
  hint: string
  /** Of the preview, in pixels. */
  width: number
  height: number
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)
  const path = of.form.values[name] as string | null
  const write = (value: string | null) => of.form.setFieldValue(name as never, value as never)
  const upload = async (file: File | null) => {
    if (!file) return
    setProblem(checkFile(file))
    if (checkFile(file) !== null) return
    setUploading(true)
    try {
      write((await call(uploadImage, { file })).path)
    } catch (error) {
      setProblem(explain(error))
    } finally {
      setUploading(false)
    }
  }
  return (
    <Input.Wrapper
      label={of.labels[name]}
      description={hint}
      error={problem ?? of.form.errors[name]}
      labelElement="div"
    >
      <Group gap="sm" my={4}>
        {path === null ? (
          <div className="no-image" style={{ width, height }} />
        ) : (
          <Image src={path} alt={String(of.labels[name])} w={width} h={height} fit="cover" radius="sm" />
        )}
        <Group gap="xs">
          <FileButton onChange={(file) => void upload(file)} accept={uploadImage.bodyTypes.join(',')}>
            {(button) => (
              <Button {...button} size="xs" variant="default" loading={isUploading}>
                {path === null ? words.upload : words.replace} {String(of.labels[name]).toLowerCase()}
              </Button>
            )}
          </FileButton>
          {path !== null && (
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

function checkFile({ type, size }: File): string | null {
  if (!(uploadImage.bodyTypes as readonly string[]).includes(type)) return words.imageType
  return size > uploadImage.bodyLimitBytes
    ? words.imageTooLarge(uploadImage.bodyLimitBytes / 1024 / 1024)
    : null
}
