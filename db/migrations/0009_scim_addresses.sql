-- Addresses that an identity provider keeps of a person beside the one that has a column, in lower case. The index holds
-- only people who have such addresses: most have none.
CREATE FUNCTION castellan_other_addresses(attributes jsonb, email text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(DISTINCT lower(item ->> 'value')), '{}')
  FROM jsonb_array_elements(
    CASE jsonb_typeof(attributes -> 'emails') WHEN 'array' THEN attributes -> 'emails' ELSE '[]'::jsonb END
  ) AS item
  WHERE lower(item ->> 'value') IS DISTINCT FROM lower(email)
$$;--> statement-breakpoint
CREATE INDEX users_other_addresses ON users USING gin (tenant_id, castellan_other_addresses(scim_attributes, email))
  WHERE castellan_other_addresses(scim_attributes, email) <> '{}';--> statement-breakpoint
-- The ids of the acting tenant's people who have an address, of whichever kind. As castellan_search_people, it runs as the
-- tables' owner and takes the tenant from the policies' setting: @> is not leakproof, so under row-level security the
-- planner may not use the index.
CREATE FUNCTION castellan_people_at(address text) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER ROWS 2
SET search_path FROM CURRENT
AS $$
  SELECT id FROM users
  WHERE tenant_id = nullif(current_setting('castellan.tenant_id', true), '')::bigint
    AND kind = 'person' AND email_key = lower(address)
  UNION
  SELECT id FROM users
  WHERE tenant_id = nullif(current_setting('castellan.tenant_id', true), '')::bigint
    AND kind = 'person' AND castellan_other_addresses(scim_attributes, email) <> '{}'
    AND castellan_other_addresses(scim_attributes, email) @> ARRAY[lower(address)]
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION castellan_people_at(text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION castellan_people_at(text) TO castellan_tenant;
