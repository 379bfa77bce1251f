import { globSync, readFileSync } from 'node:fs'
import { constantName, docOfField, javaDoc, javadoc, renderEnum, typeOf } from './java-source.ts'
import { renderEvent, renderEventType, renderFixtures } from './render-java-events.ts'
import { SDK_CODES, serviceCodes } from './sdk-error-codes.ts'
import { type SdkEvent, type SdkField, type SdkRecord, sdkEvents, sdkRecords } from './sdk-schemas.ts'

const JAVA_MODEL = 'sdk/java/src/counterfoil/model'
const JAVA_HEADER = '// Generated from the contract by `npm run generate`. Do not edit.\n'

/** The generated classes of the Java SDK, by their path. */
export function renderSdkJava(): Map<string, string> {
  const events = sdkEvents()
  const classes = [
    ...sdkRecords().map((record) => [record.name, renderRecord(record, events)]),
    ...namedEnums().map((named) => [named.name, renderNamedEnum(named)]),
    ['Event', renderEvent(events)],
    ['EventType', renderEventType(events)],
    ['EventFixtures', renderFixtures(events)],
    ['ErrorCode', renderErrorCode()],
  ]
  return new Map(
    classes.map(([name, text]) => [
      `${JAVA_MODEL}/${name}.java`,
      `${JAVA_HEADER}package counterfoil.model;\n\n${importsOf(text ?? '')}${text}`,
    ]),
  )
}

/** The generated classes as they are committed, among those that are written by hand. */
export function committedSdkJava(): Map<string, string> {
  const files = globSync(`${JAVA_MODEL}/*.java`).map((path) => [path, readFileSync(path, 'utf8')] as const)
  return new Map(files.filter(([, text]) => text.startsWith(JAVA_HEADER)))
}

function importsOf(text: string): string {
  const classes = ['java.time.Instant', 'java.util.List', 'java.util.Map']
  const used = classes.filter((name) =>
    new RegExp(`\\b${name.split('.').at(-1)}\\b`).test(withoutComments(text)),
  )
  return used.length === 0 ? '' : `${used.map((name) => `import ${name};\n`).join('')}\n`
}

const withoutComments = (text: string) => text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')

function renderRecord(record: SdkRecord, events: SdkEvent[]): string {
  if (record.isInput) return renderInput(record)
  const event = events.find(({ name }) => name === record.name)
  return event ? renderEventRecord(record, event) : renderOutput(record)
}

function renderOutput(record: SdkRecord): string {
  return declareRecord(record, record.fields, '', [])
}

/** The type of an event is known from its class. */
function renderEventRecord(record: SdkRecord, { type }: SdkEvent): string {
  const fields = record.fields.filter(({ name }) => name !== 'type')
  const method = `  @Override\n  public String type() {\n    return ${JSON.stringify(type)};\n  }\n`
  return declareRecord(record, fields, ' implements Event', [method])
}

function declareRecord(record: SdkRecord, fields: SdkField[], suffix: string, members: string[]): string {
  const params = fields.map((field) => `@param ${field.name} ${docOfField(field)}`)
  const components = fields.map((field) => `${typeOf(field, record)} ${field.name}`).join(',\n    ')
  const body = members.length === 0 ? '{}' : `{\n${members.join('\n')}}`
  return `${javadoc([record.doc, '', ...params])}public record ${record.name}(\n    ${components})${suffix} ${body}\n`
}

function renderInput(record: SdkRecord): string {
  const required = record.fields.filter(({ isOptional }) => !isOptional)
  const setters = record.fields
    .filter(({ isOptional }) => isOptional)
    .map((field) => {
      const doc = [
        `Sets {@code ${field.name}}. ${javaDoc(field.doc)}`,
        '',
        `@param ${field.name} ${field.isNullable ? 'null clears the field' : 'the value'}`,
        '@return this object',
      ]
      const parameter = `${typeOf(field, record)} ${field.name}`
      return `${javadoc(doc, '  ', false)}  public ${record.name} ${field.name}(${parameter}) {\n    set("${field.name}", ${field.name});\n    return this;\n  }\n`
    })
  const members = [renderConstructor(record, required), ...setters]
  return `${javadoc([record.doc])}public final class ${record.name} extends Input {\n${members.join('\n')}}\n`
}

function renderConstructor(record: SdkRecord, required: SdkField[]): string {
  const doc = required.map((field) => `@param ${field.name} ${docOfField(field)}`)
  const text = required.length === 0 ? 'Without any field.' : 'With the fields that are required.'
  const parameters = required.map((field) => `${typeOf(field, record)} ${field.name}`).join(', ')
  const body = required.map(({ name }) => `    set("${name}", ${name});\n`).join('')
  const comment = javadoc([text, ...(doc.length > 0 ? ['', ...doc] : [])], '  ')
  return `${comment}  public ${record.name}(${parameters}) {${body === '' ? '' : `\n${body}  `}}\n`
}

type NamedEnum = { name: string; values: string[] }

/** Each enumeration once, wherever it occurs. */
function namedEnums(): NamedEnum[] {
  const types = sdkRecords().flatMap(({ fields }) =>
    fields.map(({ type }) => (type.kind === 'list' ? type.items : type)),
  )
  const enums = types.flatMap((type) => {
    return type.kind === 'enum' && type.name
      ? [[type.name, { name: type.name, values: type.values }] as const]
      : []
  })
  return [...new Map(enums).values()].filter(({ name }) => name !== 'EventType')
}

/** A service that is newer than the SDK may return another value. */
const UNKNOWN = { name: 'UNKNOWN', args: '"unknown"', doc: 'A value that this version does not know.' }

function renderNamedEnum({ name, values }: NamedEnum): string {
  const constants = values.map((value) => {
    return { name: constantName(value), args: JSON.stringify(value), doc: `{@code ${value}}.` }
  })
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return renderEnum({ name, doc: `The values of a ${words}.`, constants: [...constants, UNKNOWN] })
}

/** The codes that a partner can get, and what to do about them. */
function renderErrorCode(): string {
  const own = [...SDK_CODES, { code: 'interrupted', meaning: 'The thread was interrupted during the call.' }]
  const constants = [...serviceCodes(), ...own].map(({ code, meaning }) => {
    return `${javadoc([meaning], '  ')}  public static final String ${constantName(code)} = "${code}";\n`
  })
  const entries = serviceCodes().map(
    ({ code, remedy }) => `      Map.entry("${code}",\n          ${JSON.stringify(remedy)})`,
  )
  return `/** Every code of the service that your backend and your users can get today, and those of this package. New ones may be added. */
public final class ErrorCode {
${constants.join('\n')}
  private static final Map<String, String> REMEDIES = Map.ofEntries(
${entries.join(',\n')});

  private ErrorCode() {}

  /**
   * What the caller should do about an error.
   *
   * @param code the code of the error
   * @return one or more sentences; empty for a code that this version does not know
   */
  public static String remedyOf(String code) {
    return REMEDIES.getOrDefault(code, "");
  }
}
`
}
