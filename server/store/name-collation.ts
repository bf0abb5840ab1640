import { NAME_COLLATION } from "@/db/kit";
import type { Sql } from "./database";

/** Language of the root order, which fits most languages. */
export const ROOT_LANGUAGE = "und";

/**
 * Gives the collation of names this language (BCP 47). Its indexes are built again if the language has changed, or if the library with
 * its rules has another version: PostgreSQL would otherwise not find rows in them. Returns false if PostgreSQL has no ICU, so that
 * names are sorted by code point.
 */
export async function setNameLanguage(sql: Sql, language: string): Promise<boolean> {
  const [found] = await sql<{ has_icu: boolean; is_current: boolean }[]>`
    select exists (select from pg_collation where collprovider = 'i') as has_icu,
      c.collprovider = 'i' and obj_description(c.oid, 'pg_collation') = ${language}
        and c.collversion is not distinct from pg_collation_actual_version(c.oid) as is_current
    from pg_collation c where c.oid = ${NAME_COLLATION}::text::regcollation`;
  if (!found!.has_icu) return false;
  if (!found!.is_current) await rebuild(sql, language);
  return true;
}

const rebuild = (sql: Sql, language: string) =>
  sql.begin(async (tx) => {
    const indexes = await tx<{ name: string; definition: string }[]>`
      select distinct objid::regclass::text as name, pg_get_indexdef(objid) as definition from pg_depend
      where refclassid = 'pg_collation'::regclass and refobjid = ${NAME_COLLATION}::text::regcollation
        and classid = 'pg_class'::regclass`;
    for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
    await tx.unsafe(`drop collation ${NAME_COLLATION}`);
    await tx.unsafe(`create collation ${NAME_COLLATION} (provider = icu, locale = '${language}')`);
    await tx.unsafe(`comment on collation ${NAME_COLLATION} is '${language}'`);
    for (const { definition } of indexes) await tx.unsafe(definition);
  });
