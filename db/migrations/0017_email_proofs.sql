ALTER TABLE "users" ADD COLUMN "email_vouched_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "untrusted_since" timestamp (3) with time zone;--> statement-breakpoint
-- What the log and the links still tell of people as whom somebody else may have signed in: a provider opened the account, or
-- another person or a provider changed the address or the number.
CREATE TEMPORARY TABLE proofs_of_others ON COMMIT DROP AS
  SELECT tenant_id, user_id, linked_at AS at, true AS by_provider FROM identities
  UNION ALL
  SELECT tenant_id, substring(target FROM 6)::bigint, at, action LIKE '%.identity\_linked' OR changes ? 'provider'
  FROM audit_events
  WHERE target ~ '^user:[0-9]{1,18}$' AND (
    action LIKE '%.identity\_linked' OR (action LIKE '%.user\_created' AND changes ? 'provider')
    OR (action LIKE '%.user\_updated' AND changes ?| ARRAY['email', 'phone']))
  UNION ALL
  SELECT tenant_id, id, created_at, false FROM users WHERE provisioned_by IS NOT NULL AND phone_verified_at IS NOT NULL;--> statement-breakpoint
UPDATE users u SET untrusted_since = o.since
  FROM (SELECT tenant_id, user_id, min(at) AS since FROM proofs_of_others GROUP BY 1, 2) o
  WHERE o.tenant_id = u.tenant_id AND o.user_id = u.id;--> statement-breakpoint
-- A provider's word and the link that came of it have the same time.
UPDATE users u SET email_vouched_by = 'provider' WHERE EXISTS (
  SELECT FROM proofs_of_others o
  WHERE o.tenant_id = u.tenant_id AND o.user_id = u.id AND o.by_provider AND o.at = u.email_verified_at);
