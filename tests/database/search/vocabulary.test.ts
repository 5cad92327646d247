// Thousands of words that begin alike are in vocabulary.nightly.test.ts.
import { afterEach, describe, expect, test } from 'vitest'
import { openTransaction, untilBlocked } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests({ connections: 4 })

afterEach(async () => {
  await database.owner`delete from public.skills`
})

const submit = (name: string, description: string, sql = database.owner as typeof database.owner) =>
  sql`insert into public.skills (name, description, type) values (${name}, ${description}, 'other')`
const retire = (name: string, sql = database.owner as typeof database.owner) =>
  sql`update public.skills set retired_at = now() where name = ${name}`
const words = async (pattern: string) =>
  (await database.owner`select word from private.vocabulary where word like ${pattern} order by word`).map(
    ({ word }) => word,
  )

describe('the vocabulary', () => {
  test('gets at most 40 words of one skill, those of the name first, and the others with the next skill', async () => {
    const description = Array.from({ length: 60 }, (_, i) => `aardvark${i + 10}`).join(' ')
    await submit('Zebra zorilla', description)
    expect([await words('z%'), (await words('aardvark%')).length]).toEqual([
      ['zebra', 'zebrazorilla', 'zorilla'],
      37,
    ])
    await submit('Another', description)
    expect((await words('aardvark%')).length).toBe(60)
  })

  test('loses a word with the last skill that contains it', async () => {
    await submit('One', 'quokka numbat')
    await submit('Two', 'quokka')
    await retire('One')
    expect([await words('quokka'), await words('numbat')]).toEqual([['quokka'], []])
    await database.owner`update public.skills set description = 'Edited.' where name = 'Two'`
    expect([await words('quokka'), await words('two')]).toEqual([[], ['two']])
    await database.owner`update public.skills set retired_at = null where name = 'One'`
    expect([await words('quokka'), await words('numbat')]).toEqual([['quokka'], ['numbat']])
    await database.owner`delete from public.skills where name = 'One'`
    expect([await words('quokka'), await words('numbat')]).toEqual([[], []])
  })

  test('keeps a word that a submission contains which is not committed when the last other skill goes', async () => {
    await submit('One', 'quokka')
    const open = await openTransaction(database.owner)
    await submit('Two', 'quokka', open.sql as never)
      .then(() => retire('One'))
      .finally(open.commit)
    expect(await words('quokka')).toEqual(['quokka'])
  })

  test('gets a word back that was removed while a submission with it waited', async () => {
    await submit('One', 'quokka')
    const [retiring, submitting] = [
      await openTransaction(database.owner),
      await openTransaction(database.owner),
    ]
    await retire('One', retiring.sql as never)
    const submission = submit('Two', 'quokka', submitting.sql as never).execute()
    // Also if it does not wait, so that no transaction stays open.
    await untilBlocked(database.owner, submitting.pid).finally(async () => {
      await retiring.commit()
      await submission
      await submitting.commit()
    })
    expect(await words('quokka')).toEqual(['quokka'])
  })
})
