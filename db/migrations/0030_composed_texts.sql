-- Texts that are compared are stored in NFC from this version on. This converts those of earlier versions.
--
-- Unique texts: of several that become equal, the one that is in NFC already, or else the oldest, gets the name. The others stay, and
-- castellan_uncomposed_names lists them. Comparing the lengths first is quicker than the test for NFC, and leaves out ASCII.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('users', 'user_name', 'user_name_key', '1'),
    ('users', 'external_id', 'external_id', '1'),
    ('roles', 'name', 'name_key', 'scope_key'),
    ('tags', 'name', 'name_key', '1'),
    ('identity_providers', 'name', 'name_key', '1'),
    ('document_templates', 'name', 'name_key', '1'),
    ('role_sync_sources', 'name', 'name_key', '1'),
    ('saved_views', 'name', 'name', 'row(user_id, list)')
  ) AS listed (in_table, column_name, key_name, scope)
  LOOP
    EXECUTE format(
      'WITH changed AS (
         SELECT DISTINCT ON (tenant_id, scope, key) * FROM (
           SELECT tenant_id, id, %4$s AS scope, normalize(%2$I, NFC) AS value, %5$s AS key FROM %1$I
           WHERE octet_length(%2$I) <> char_length(%2$I) AND %2$I IS NOT NFC NORMALIZED
         ) AS uncomposed ORDER BY tenant_id, scope, key, id
       )
       UPDATE %1$I AS own SET %2$I = changed.value%7$s FROM changed
       WHERE own.tenant_id = changed.tenant_id AND own.id = changed.id AND NOT EXISTS (
         SELECT FROM %1$I AS other
         WHERE other.tenant_id = changed.tenant_id AND other.id <> own.id AND other.%3$I = changed.key AND %6$s = changed.scope
       )',
      one.in_table, one.column_name, one.key_name, one.scope,
      CASE WHEN one.key_name LIKE '%\_key' THEN format('lower(normalize(%I, NFC))', one.column_name)
        ELSE format('normalize(%I, NFC)', one.column_name) END,
      CASE one.scope WHEN '1' THEN '1' WHEN 'scope_key' THEN 'other.scope_key' ELSE 'row(other.user_id, other.list)' END,
      CASE one.in_table WHEN 'users' THEN ', updated_at = now()' ELSE '' END);
  END LOOP;
  -- Texts that may be equal.
  FOR one IN SELECT * FROM (VALUES
    ('apps', 'name'), ('apis', 'name'), ('credentials', 'name'), ('scim_tokens', 'name'), ('invitations', 'name'), ('roles', 'external_id'),
    ('custom_fields', 'display_label'), ('tenant_profiles', 'name'), ('platform_credentials', 'name'), ('platform_administrators', 'name')
  ) AS listed (in_table, column_name)
  LOOP
    EXECUTE format(
      'UPDATE %1$I SET %2$I = normalize(%2$I, NFC)
       WHERE octet_length(%2$I) <> char_length(%2$I) AND %2$I IS NOT NFC NORMALIZED', one.in_table, one.column_name);
  END LOOP;
END $$;--> statement-breakpoint
-- Converts the texts in a JSON value. A conversion of the value as text would join the letter of an escape with a mark after it. Long texts
-- are no names, and stay: PostgreSQL takes n² steps for n marks.
CREATE FUNCTION pg_temp.composed(value jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN CASE jsonb_typeof(value)
    WHEN 'string' THEN CASE WHEN char_length(value #>> '{}') > 200 THEN value ELSE to_jsonb(normalize(value #>> '{}', NFC)) END
    WHEN 'array' THEN (
      SELECT coalesce(jsonb_agg(pg_temp.composed(item) ORDER BY place), '[]')
      FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place)
    )
    WHEN 'object' THEN (
      SELECT coalesce(jsonb_object_agg(key, pg_temp.composed(item)), '{}') FROM jsonb_each(value) AS items (key, item)
    )
    ELSE value
  END;
END
$$;--> statement-breakpoint
-- Providers that read only the changed users read these again.
UPDATE users SET
  name = normalize(name, NFC),
  given_name = normalize(given_name, NFC),
  family_name = normalize(family_name, NFC),
  updated_at = now()
WHERE (octet_length(name) <> char_length(name) AND name IS NOT NFC NORMALIZED)
  OR (octet_length(given_name) <> char_length(given_name) AND given_name IS NOT NFC NORMALIZED)
  OR (octet_length(family_name) <> char_length(family_name) AND family_name IS NOT NFC NORMALIZED);--> statement-breakpoint
UPDATE users SET scim_attributes = pg_temp.composed(scim_attributes), updated_at = now()
WHERE octet_length(scim_attributes::text) <> char_length(scim_attributes::text)
  AND pg_temp.composed(scim_attributes) <> scim_attributes;--> statement-breakpoint
UPDATE custom_fields SET options = pg_temp.composed(options) WHERE pg_temp.composed(options) <> options;--> statement-breakpoint
UPDATE custom_field_values SET value = pg_temp.composed(value)
WHERE jsonb_typeof(value) = 'string' AND octet_length(value::text) <> char_length(value::text)
  AND pg_temp.composed(value) <> value;--> statement-breakpoint
-- Names of columns and roles in a feed. Its address stays.
UPDATE role_sync_sources SET settings = pg_temp.composed(settings - 'url') || jsonb_build_object('url', settings -> 'url')
WHERE settings ? 'url' AND pg_temp.composed(settings - 'url') <> settings - 'url';--> statement-breakpoint
DROP FUNCTION pg_temp.composed(jsonb);--> statement-breakpoint
CREATE FUNCTION castellan_uncomposed_names() RETURNS TABLE (tenant_id bigint, in_table text, id bigint, in_column text, value text)
LANGUAGE sql STABLE AS $$
  SELECT tenant_id, 'users' AS in_table, id, 'user_name' AS in_column, user_name AS value FROM users WHERE user_name IS NOT NFC NORMALIZED
  UNION ALL SELECT tenant_id, 'users', id, 'external_id', external_id FROM users WHERE external_id IS NOT NFC NORMALIZED
  UNION ALL SELECT tenant_id, 'roles', id, 'name', name FROM roles WHERE name IS NOT NFC NORMALIZED
  UNION ALL SELECT tenant_id, 'tags', id, 'name', name FROM tags WHERE name IS NOT NFC NORMALIZED
  UNION ALL SELECT tenant_id, 'identity_providers', id, 'name', name FROM identity_providers WHERE name IS NOT NFC NORMALIZED
  UNION ALL SELECT tenant_id, 'document_templates', id, 'name', name FROM document_templates WHERE name IS NOT NFC NORMALIZED
  UNION ALL SELECT tenant_id, 'role_sync_sources', id, 'name', name FROM role_sync_sources WHERE name IS NOT NFC NORMALIZED
  UNION ALL SELECT tenant_id, 'saved_views', id, 'name', name FROM saved_views WHERE name IS NOT NFC NORMALIZED
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION castellan_uncomposed_names() FROM PUBLIC;
