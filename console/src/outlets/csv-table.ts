export type CsvTable = { header: string[]; rows: { line: number; cells: string[] }[] }

const SEPARATORS = [',', ';', '\t']

/** Reads CSV as spreadsheets write it: quotes, line breaks inside quotes, and the separator that the header uses most. */
export function readCsv(text: string): CsvTable {
  const clean = text.replace(/^\ufeff/, '')
  const firstLine = clean.slice(0, clean.search(/\r?\n|$/))
  const count = (separator: string) => firstLine.split(separator).length
  const separator = SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best))
  const [header, ...rows] = splitRecords(clean, separator)
  return {
    header: header?.cells.map((cell) => cell.trim()) ?? [],
    rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
  }
}

function splitRecords(text: string, separator: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = []
  let [cells, cell, line, start, isQuoted]: [string[], string, number, number, boolean] = [
    [],
    '',
    1,
    1,
    false,
  ]
  const endRecord = () => {
    records.push({ line: start, cells: [...cells, cell] })
    ;[cells, cell, start] = [[], '', line + 1]
  }
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place] as string
    if (isQuoted && character === '"' && text[place + 1] === '"') {
      cell += '"'
      place += 1
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && character === separator) [cells, cell] = [[...cells, cell], '']
    else if (!isQuoted && character === '\n') {
      endRecord()
      line += 1
    } else if (character !== '\r' || isQuoted) {
      cell += character
      if (character === '\n') line += 1
    }
  }
  if (cell !== '' || cells.length > 0) endRecord()
  return records
}
