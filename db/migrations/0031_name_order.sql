-- Names are sorted by ICU's rules, in the language of the installation (server/store/name-collation.ts): Aal, Ärger, Azevedo. The
-- comment of the collation is its language. PostgreSQL without ICU sorts by code point.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') THEN
    CREATE COLLATION castellan_names (provider = icu, locale = 'und');
  ELSE
    CREATE COLLATION castellan_names FROM "C";
  END IF;
  COMMENT ON COLLATION castellan_names IS 'und';
END $$;--> statement-breakpoint
DROP INDEX "users_name";--> statement-breakpoint
CREATE INDEX "users_shown_user_name_order" ON "users" USING btree ("tenant_id","shown_user_name_key" collate "castellan_names","id") WHERE kind = 'person';--> statement-breakpoint
CREATE INDEX "users_shown_name_order" ON "users" USING btree ("tenant_id","shown_name_key" collate "castellan_names","id") WHERE kind = 'person';--> statement-breakpoint
CREATE INDEX "users_shown_given_name_order" ON "users" USING btree ("tenant_id","shown_given_name_key" collate "castellan_names","id") WHERE kind = 'person';--> statement-breakpoint
CREATE INDEX "users_shown_family_name_order" ON "users" USING btree ("tenant_id","shown_family_name_key" collate "castellan_names","id") WHERE kind = 'person';--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("tenant_id","kind","name_key" collate "castellan_names","id");--> statement-breakpoint
-- The function of 0020, with names in the order of the collation.
CREATE OR REPLACE FUNCTION castellan_search_people_sorted(
  term text, only_status text, sort_key text, descending boolean, after_key text, after_id bigint, at_most integer
)
RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path FROM CURRENT
AS $$
DECLARE
  tenant bigint := nullif(current_setting('castellan.tenant_id', true), '')::bigint;
  needle text := lower(term);
  pattern text := '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := CASE sort_key WHEN 'name' THEN 'name_key COLLATE castellan_names' WHEN 'email' THEN 'email_key' ELSE 'id' END;
  direction text := CASE WHEN descending THEN 'DESC' ELSE 'ASC' END;
  beyond text := CASE WHEN descending THEN '<' ELSE '>' END;
  -- The parts of the order. A range of one index serves each.
  with_key text := format('%s IS NOT NULL', key);
  without_key text := format('%s IS NULL', key);
  parts text[];
  part text;
  walk integer;
  step bigint[];
  looked integer;
  found bigint[];
BEGIN
  IF after_id IS NOT NULL AND key <> 'id' THEN
    IF after_key IS NULL THEN
      without_key := without_key || format(' AND id %s $3', beyond);
    ELSE
      with_key := format('%1$s %2$s= $2 AND (%1$s, id) %2$s ($2, $3)', key, beyond);
    END IF;
  END IF;
  parts := CASE
    WHEN key = 'id' THEN ARRAY[CASE WHEN after_id IS NULL THEN 'true' ELSE format('id %s $3', beyond) END]
    WHEN NOT descending AND (after_id IS NULL OR after_key IS NOT NULL) THEN ARRAY[with_key, without_key]
    WHEN NOT descending THEN ARRAY[without_key]
    WHEN after_id IS NULL OR after_key IS NULL THEN ARRAY[without_key, with_key]
    ELSE ARRAY[with_key]
  END;
  FOREACH walk IN ARRAY ARRAY[2000, 20000] LOOP
    found := '{}';
    FOREACH part IN ARRAY parts LOOP
      EXECUTE format(
        'SELECT count(*), array_agg(id ORDER BY place) FILTER (WHERE search_text LIKE $4 AND ($5 IS NULL OR status = $5))
         FROM (
           SELECT id, search_text, status, row_number() OVER () AS place FROM (
             SELECT id, search_text, status FROM users
             WHERE tenant_id = $1 AND kind = ''person'' AND %1$s
             ORDER BY %2$s %3$s, id %3$s LIMIT $6
           ) AS ordered
         ) AS next', part, key, direction)
        INTO looked, step USING tenant, after_key, after_id, pattern, only_status, walk;
      found := found || step;
      -- The next part comes after the end of this one.
      EXIT WHEN looked = walk OR cardinality(found) >= at_most;
    END LOOP;
    IF cardinality(found) >= at_most OR looked < walk THEN
      RETURN QUERY SELECT unnest(found[1:at_most]);
      RETURN;
    END IF;
  END LOOP;
  RETURN QUERY EXECUTE format(
    'SELECT id FROM users
     WHERE tenant_id = $1 AND kind = ''person'' AND search_text LIKE $4 AND (%1$s)%2$s%3$s
     ORDER BY %4$s %5$s, id %5$s LIMIT $6',
    (SELECT string_agg('(' || one || ')', ' OR ') FROM unnest(parts) AS one),
    CASE WHEN needle ~ '[a-z0-9]{3}' THEN '' ELSE ' AND castellan_grams(search_text) @> castellan_grams($7)' END,
    CASE WHEN only_status IS NULL THEN '' ELSE ' AND status = $5' END,
    key, direction)
    USING tenant, after_key, after_id, pattern, only_status, at_most, needle;
END
$$;
