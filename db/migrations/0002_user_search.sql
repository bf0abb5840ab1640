-- Substring search over people. Two indexes: trigrams find what has three letters or digits in a row; below that a
-- trigram index must be read whole (measured: 965 ms at 1,000,000 people), so shorter and punctuated terms go through
-- the one- and two-character grams.
CREATE FUNCTION castellan_grams(term text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(DISTINCT gram), '{}')
  FROM generate_series(1, char_length(term)) AS at,
       LATERAL (VALUES (substr(term, at, 1)), (substr(term, at, 2))) AS grams(gram)
$$;--> statement-breakpoint
CREATE INDEX users_search_trigrams ON users USING gin (tenant_id, search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX users_search_grams ON users USING gin (tenant_id, castellan_grams(search_text));--> statement-breakpoint
-- The ids of the acting tenant's people whose search text contains a term, in order of id, after a cursor.
--
-- LIKE and @> are not leakproof, so under row-level security the planner may use neither index. This function
-- therefore runs as the tables' owner, who is exempt, and states the tenant itself: from the same setting as the
-- policies, so that no caller can name another. Its plan is made for each call, because the right index depends on
-- how common the term is.
CREATE FUNCTION castellan_search_people(term text, only_status text, after_id bigint, at_most integer)
RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path FROM CURRENT
AS $$
DECLARE
  tenant bigint := nullif(current_setting('castellan.tenant_id', true), '')::bigint;
  needle text := lower(term);
  pattern text := '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  narrowed text := CASE
    WHEN needle ~ '[a-z0-9]{3}' THEN ''
    ELSE ' AND castellan_grams(search_text) @> castellan_grams($6)'
  END;
BEGIN
  RETURN QUERY EXECUTE
    'SELECT id FROM users WHERE tenant_id = $1 AND kind = ''person'' AND id > $2 AND search_text LIKE $3'
    || narrowed
    || CASE WHEN only_status IS NULL THEN '' ELSE ' AND status = $4' END
    || ' ORDER BY id LIMIT $5'
    USING tenant, after_id, pattern, only_status, at_most, needle;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION castellan_search_people(text, text, bigint, integer) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION castellan_search_people(text, text, bigint, integer) TO castellan_tenant;
