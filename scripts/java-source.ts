import type { SdkField, SdkRecord, SdkType } from './sdk-schemas.ts'

const BOXED = {
  text: 'String',
  timestamp: 'Instant',
  integer: 'Integer',
  number: 'Double',
  boolean: 'Boolean',
  json: 'Object',
}
const PRIMITIVE = { ...BOXED, integer: 'int', number: 'double', boolean: 'boolean' }

export function typeOf({ type, isNullable, isOptional }: SdkField, { isInput }: SdkRecord): string {
  // An absent flag is false. An absent field of an input is not set.
  const isPrimitive = !isNullable && (!isOptional || isInput || type.kind === 'boolean')
  return javaType(type, isPrimitive)
}

function javaType(type: SdkType, isPrimitive: boolean): string {
  if (type.kind === 'list') return `List<${javaType(type.items, false)}>`
  if (type.kind === 'record') return type.name
  if (type.kind === 'enum') return type.name ?? 'String'
  return (isPrimitive ? PRIMITIVE : BOXED)[type.kind]
}

/** The name of a constant: `outlet_not_geolocated` becomes OUTLET_NOT_GEOLOCATED. */
export function constantName(value: string): string {
  return value.toUpperCase()
}

/** A field without a description gets the words of its name. */
export function docOfField({ name, doc, isNullable, isOptional }: SdkField): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const mayBeNull = (isNullable || isOptional) && !/\bnull\b/i.test(doc) && name !== 'test'
  return javaDoc(`${doc || `The ${words}.`}${mayBeNull ? ' May be null.' : ''}`)
}

/** `*&#47;` is the mark that would end the comment. */
export function javaDoc(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/`([^`]*)`/g, (_, code) => `{@code ${code}}`)
    .replaceAll('*/', '*&#47;')
}

const MAX_WIDTH = 118

/** A comment whose lines fit the width of the hand-written files. Parameters continue with an indent. */
export function javadoc(paragraphs: string[], indent = '', isText = true): string {
  const lines = paragraphs.flatMap((paragraph) => {
    const text = isText && !paragraph.startsWith('@') ? javaDoc(paragraph) : paragraph
    return wrapped(text.trim(), MAX_WIDTH - indent.length, paragraph.startsWith('@') ? '    ' : '')
  })
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}

function wrapped(text: string, width: number, hanging: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.trim() !== '' && line.length + word.length + 1 > width - 3) lines.push(hanging + word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

export type Constant = { name: string; args: string; doc: string }

/** An enum whose constants have a value, and, with `eventClass`, the class of an event. */
export function renderEnum({
  name,
  doc,
  constants,
  hasEventClass = false,
}: {
  name: string
  doc: string
  constants: Constant[]
  hasEventClass?: boolean
}): string {
  const lines = constants.map((each) => `  /** ${each.doc} */\n  ${each.name}(${each.args})`)
  const eventClass = (text: string) => (hasEventClass ? text : '')
  return `/** ${doc} */
public enum ${name} implements ContractValue {
${lines.join(',\n')};

  private final String value;
${eventClass('  private final Class<? extends Event> eventClass;\n')}
  ${name}(String value${eventClass(', Class<? extends Event> eventClass')}) {
    this.value = value;
${eventClass('    this.eventClass = eventClass;\n')}  }

  @Override
  public String value() {
    return value;
  }
${eventClass(EVENT_CLASS)}}
`
}

const EVENT_CLASS = `
  /**
   * The class of these events.
   *
   * @return for example {@code ClaimCreated.class}
   */
  public Class<? extends Event> eventClass() {
    return eventClass;
  }
`
