-- Lists of SCIM: keys of the shown names with indexes, and a function that finds the people with a part of a name or an address.
-- One statement adds the columns, because each such statement writes the whole table.
ALTER TABLE "users"
  ADD COLUMN "shown_user_name_key" text COLLATE "C" GENERATED ALWAYS AS (lower(coalesce(user_name, email, id::text))) STORED,
  ADD COLUMN "shown_name_key" text COLLATE "C" GENERATED ALWAYS AS (case when not (coalesce(jsonb_typeof(scim_attributes #> '{displayName}') = 'null', false)) then lower(coalesce(name, split_part(email, '@', 1), user_name, id::text)) end) STORED,
  ADD COLUMN "shown_given_name_key" text COLLATE "C" GENERATED ALWAYS AS (case when not (coalesce(jsonb_typeof(scim_attributes #> '{name}') = 'null', false) or coalesce(jsonb_typeof(scim_attributes #> '{name,givenName}') = 'null', false)) then lower(coalesce(given_name, split_part(regexp_replace(coalesce(name, split_part(email, '@', 1), user_name, id::text), '\s+', ' ', 'g'), ' ', 1))) end) STORED,
  ADD COLUMN "shown_family_name_key" text COLLATE "C" GENERATED ALWAYS AS (case when not (coalesce(jsonb_typeof(scim_attributes #> '{name}') = 'null', false) or coalesce(jsonb_typeof(scim_attributes #> '{name,familyName}') = 'null', false)) then lower(coalesce(family_name, nullif(regexp_replace(regexp_replace(coalesce(name, split_part(email, '@', 1), user_name, id::text), '\s+', ' ', 'g'), '^[^ ]* ', ''), ''), split_part(regexp_replace(coalesce(name, split_part(email, '@', 1), user_name, id::text), '\s+', ' ', 'g'), ' ', 1))) end) STORED;--> statement-breakpoint
CREATE INDEX "users_shown_user_name" ON "users" USING btree ("tenant_id","shown_user_name_key","id") WHERE kind = 'person';--> statement-breakpoint
CREATE INDEX "users_shown_name" ON "users" USING btree ("tenant_id","shown_name_key","id") WHERE kind = 'person';--> statement-breakpoint
CREATE INDEX "users_shown_given_name" ON "users" USING btree ("tenant_id","shown_given_name_key","id") WHERE kind = 'person';--> statement-breakpoint
CREATE INDEX "users_shown_family_name" ON "users" USING btree ("tenant_id","shown_family_name_key","id") WHERE kind = 'person';--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("tenant_id","created_at","id") WHERE kind = 'person';--> statement-breakpoint
-- Terms are looked up in columns of their own: the names of SCIM can differ from those in search_text. The second index holds only
-- people with addresses beside the one of the column.
CREATE INDEX users_shown_names_trigrams ON users USING gin (tenant_id, shown_given_name_key gin_trgm_ops, shown_family_name_key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX users_other_addresses_trigrams ON users USING gin (tenant_id, lower(scim_attributes ->> 'emails') gin_trgm_ops)
  WHERE castellan_other_addresses(scim_attributes, email) <> '{}';--> statement-breakpoint
-- Returns the ids of the acting tenant's users with a term in a text, in no order; null if there may be more than at_most. part is
-- text (names and identifiers), given_name, family_name or addresses (those beside the column; the term is then a part of their JSON).
--
-- A trigram index reads all matches before the first one is returned, so it must not be used for common terms. 20 samples of 100
-- people, spread over the ids, show how common a term is. Terms for names and addresses need three letters or digits in a row:
-- below that a trigram index would be read whole.
--
-- Like castellan_search_people (0002), it runs as the owner of the tables and takes the tenant from the setting of the policies. It is
-- volatile, because EXPLAIN is allowed in no other function.
CREATE FUNCTION castellan_people_containing(part text, term text, at_most integer)
RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT
SET enable_seqscan = off
SET enable_indexscan = on
SET jit = off
AS $$
DECLARE
  tenant bigint := nullif(current_setting('castellan.tenant_id', true), '')::bigint;
  needle text := lower(term);
  pattern text := '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  subject text := CASE part
    WHEN 'text' THEN 'search_text'
    WHEN 'given_name' THEN 'shown_given_name_key'
    WHEN 'family_name' THEN 'shown_family_name_key'
    WHEN 'addresses' THEN 'lower(scim_attributes ->> ''emails'')'
  END;
  plain boolean := needle ~ '[a-z0-9]{3}';
  lowest bigint;
  highest bigint;
  looked integer;
  matched integer;
  plan json;
  found bigint[];
BEGIN
  IF NOT plain AND part = 'addresses' THEN
    -- All people with other addresses, if they are few.
    SELECT count(*), array_agg(id) FILTER (WHERE subject_of LIKE pattern) INTO looked, found
    FROM (
      SELECT id, lower(scim_attributes ->> 'emails') AS subject_of FROM users
      WHERE tenant_id = tenant AND castellan_other_addresses(scim_attributes, email) <> '{}' LIMIT at_most + 1
    ) AS others;
    RETURN CASE WHEN looked <= at_most THEN coalesce(found, '{}') END;
  ELSIF NOT plain AND part <> 'text' THEN
    RETURN NULL;
  END IF;
  SELECT min(id), max(id) INTO lowest, highest FROM users WHERE tenant_id = tenant AND kind = 'person';
  EXECUTE format(
    'SELECT count(*), count(*) FILTER (WHERE subject LIKE $4)
     FROM generate_series(0, 19) AS sample, LATERAL (
       SELECT %s AS subject FROM users
       WHERE tenant_id = $1 AND kind = ''person'' AND id >= $2 + sample * ($3 - $2) / 20
       ORDER BY id LIMIT 100
     ) AS near', subject)
    INTO looked, matched USING tenant, lowest, highest, pattern;
  IF matched > 0 THEN
    -- The planner's estimate: counting would take longer than the search.
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM users WHERE tenant_id = %s AND kind = ''person''', tenant) INTO plan;
    IF matched * (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 / looked > at_most THEN
      RETURN NULL;
    END IF;
  END IF;
  -- Leaves the trigram and gram indexes, which support only bitmap scans.
  PERFORM set_config('enable_indexscan', 'off', true);
  EXECUTE format(
    'SELECT array_agg(id) FROM (
       SELECT id FROM users WHERE tenant_id = $1 AND %1$s LIKE $2%2$s%3$s LIMIT $3 + 1
     ) AS matches',
    subject,
    CASE WHEN plain THEN '' ELSE ' AND castellan_grams(search_text) @> castellan_grams($4)' END,
    CASE WHEN part = 'addresses' THEN ' AND castellan_other_addresses(scim_attributes, email) <> ''{}''' ELSE '' END)
    INTO found USING tenant, pattern, at_most, needle;
  IF cardinality(found) > at_most THEN
    RETURN NULL;
  END IF;
  RETURN coalesce(found, '{}');
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION castellan_people_containing(text, text, integer) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION castellan_people_containing(text, text, integer) TO castellan_tenant;
