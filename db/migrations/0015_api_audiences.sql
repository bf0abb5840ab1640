CREATE TABLE "api_audiences" (
	"audience" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"host" text COLLATE "C",
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "api_audience_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "own_scopes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "api_audiences_host" ON "api_audiences" USING btree ("host");--> statement-breakpoint
-- A tenant's transaction may not touch the registry: it asks these functions, which run as the tables' owner and take the tenant
-- from the policies' setting.
--
-- Claims an audience for the acting tenant. False where another tenant has it, where its host lies under a domain that another
-- tenant has verified, or is itself an issuer.
CREATE FUNCTION castellan_claim_audience(asked text, asked_host text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  acting bigint := current_setting('castellan.tenant_id')::bigint;
BEGIN
  IF EXISTS (
    SELECT FROM custom_domains d
    WHERE d.verified_key = asked_host
      OR (d.tenant_id <> acting AND right(asked_host, length(d.verified_key) + 1) = '.' || d.verified_key)
  ) THEN
    RETURN false;
  END IF;
  INSERT INTO api_audiences (audience, tenant_id, host) VALUES (asked, acting, asked_host) ON CONFLICT (audience) DO NOTHING;
  RETURN EXISTS (SELECT FROM api_audiences WHERE audience = asked AND tenant_id = acting);
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION castellan_claim_audience(text, text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION castellan_claim_audience(text, text) TO castellan_tenant;--> statement-breakpoint
-- Gives an audience of the acting tenant back, unless an app of it has the audience still. Tells whether it was given back.
CREATE FUNCTION castellan_release_audience(asked text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  acting bigint := current_setting('castellan.tenant_id')::bigint;
BEGIN
  DELETE FROM api_audiences r WHERE r.audience = asked AND r.tenant_id = acting
    AND NOT EXISTS (SELECT FROM apps a WHERE a.tenant_id = acting AND a.api_audience_key = asked);
  RETURN FOUND;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION castellan_release_audience(text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION castellan_release_audience(text) TO castellan_tenant;--> statement-breakpoint
-- Takes the audiences whose hosts lie under a domain that the acting tenant has verified from every other tenant. Nothing happens
-- for a domain that it has not verified. Tells how many there were.
CREATE FUNCTION castellan_take_audiences(asked_domain text) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  acting bigint := current_setting('castellan.tenant_id')::bigint;
  taken integer;
BEGIN
  DELETE FROM api_audiences r WHERE r.tenant_id <> acting
    AND (r.host = asked_domain OR right(r.host, length(asked_domain) + 1) = '.' || asked_domain)
    AND EXISTS (SELECT FROM custom_domains d WHERE d.tenant_id = acting AND d.verified_key = asked_domain);
  GET DIAGNOSTICS taken = ROW_COUNT;
  RETURN taken;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION castellan_take_audiences(text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION castellan_take_audiences(text) TO castellan_tenant;--> statement-breakpoint
-- Audiences from before: spelled as server/kernel/api-audience.ts compares them, claimed by the app that is oldest. The apps of
-- other tenants that named the same one get no tokens for it from now on; the server takes it away from them when it has started,
-- in the name of the system, and tells their administrators (server/outbox/lost-audiences.ts).
UPDATE apps SET api_audience_key = rtrim(
    regexp_replace(regexp_replace(lower(api_audience), '^(https://[^/?]*):443(?=[/?]|$)', '\1'), '^(http://[^/?]*):80(?=[/?]|$)', '\1'), '/')
  WHERE api_audience IS NOT NULL;--> statement-breakpoint
INSERT INTO api_audiences (audience, tenant_id, host)
  SELECT DISTINCT ON (a.api_audience_key) a.api_audience_key, a.tenant_id,
    substring(a.api_audience_key FROM '^https?://([^/?:]+)')
  FROM apps a
  WHERE a.api_audience_key IS NOT NULL AND NOT EXISTS (
    SELECT FROM custom_domains d
    WHERE d.verified_key = substring(a.api_audience_key FROM '^https?://([^/?:]+)')
      OR (d.tenant_id <> a.tenant_id
        AND right(substring(a.api_audience_key FROM '^https?://([^/?:]+)'), length(d.verified_key) + 1) = '.' || d.verified_key)
  )
  ORDER BY a.api_audience_key, a.created_at, a.tenant_id, a.id;
