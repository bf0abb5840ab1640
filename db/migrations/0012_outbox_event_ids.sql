CREATE TABLE "audit_sealed_events" (
	"tenant_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "audit_sealed_events_tenant_id_event_id_pk" PRIMARY KEY("tenant_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "audit_sealed_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "tenant_isolation" ON "audit_sealed_events" AS PERMISSIVE FOR ALL TO "castellan_tenant" USING (tenant_id = nullif(current_setting('castellan.tenant_id', true), '')::bigint) WITH CHECK (tenant_id = nullif(current_setting('castellan.tenant_id', true), '')::bigint);--> statement-breakpoint
-- Two defects left events without a seal. (1) Where one statement appended several events, each outbox row took the id of the
-- last one, so that a seal names the last event several times and the others not at all. (2) A request over REST that changed
-- nothing left an event and no outbox row. What has the signature of one of them is sealed by new seals at the end of the chain;
-- no seal is changed. Whatever else no seal names stays so, and verification reports it. docs/operations.md, The audit log.
--
-- Each naming of an event, by a seal or by a row that waits in the outbox.
CREATE TEMPORARY TABLE repair_namings ON COMMIT DROP AS
  SELECT s.tenant_id, e.value::bigint AS event_id, s.position
  FROM audit_seals s CROSS JOIN LATERAL jsonb_array_elements_text(s.event_ids) e
  UNION ALL SELECT tenant_id, event_id, NULL FROM outbox_events;--> statement-breakpoint
CREATE INDEX ON repair_namings (tenant_id, event_id);--> statement-breakpoint
ANALYZE repair_namings;--> statement-breakpoint
CREATE TEMPORARY TABLE repair_unnamed ON COMMIT DROP AS
  SELECT e.* FROM audit_events e
  WHERE NOT EXISTS (SELECT FROM repair_namings n WHERE n.tenant_id = e.tenant_id AND n.event_id = e.id);--> statement-breakpoint
-- Defect 1: an event that is named `named` times was the last one of that many.
CREATE TEMPORARY TABLE repair_groups ON COMMIT DROP AS
  SELECT n.tenant_id, n.event_id AS last_id, count(*) AS named FROM repair_namings n GROUP BY 1, 2 HAVING count(*) > 1;--> statement-breakpoint
-- The others of its statement: one transaction gave them one time, and one request wrote them. Their ids need not be contiguous,
-- because all transactions draw from one sequence. Each goes to the nearest last event above it.
CREATE TEMPORARY TABLE repair_members ON COMMIT DROP AS
  SELECT DISTINCT ON (u.tenant_id, u.id) u.tenant_id, u.id AS event_id, g.last_id
  FROM repair_groups g
  JOIN audit_events l ON l.tenant_id = g.tenant_id AND l.id = g.last_id AND l.action LIKE 'scim.%'
  JOIN repair_unnamed u ON u.tenant_id = l.tenant_id AND u.id < l.id AND u.at = l.at AND u.action = l.action
    AND (u.request_id, u.ip, u.user_id, u.user_email, u.actor_label, u.client_id)
      IS NOT DISTINCT FROM (l.request_id, l.ip, l.user_id, l.user_email, l.actor_label, l.client_id)
  ORDER BY u.tenant_id, u.id, g.last_id;--> statement-breakpoint
-- Where one was removed, or one was slipped in, the number is another one: then none of the group is sealed.
CREATE TEMPORARY TABLE repair_sealing ON COMMIT DROP AS
  SELECT m.tenant_id, m.event_id, 'bulk' AS defect FROM repair_members m
  JOIN repair_groups g ON g.tenant_id = m.tenant_id AND g.last_id = m.last_id
  WHERE g.named - 1 = (SELECT count(*) FROM repair_members o WHERE o.tenant_id = m.tenant_id AND o.last_id = m.last_id);--> statement-breakpoint
-- Defect 2: by a credential, over REST, without changes, and of an event that a command which changed nothing could leave.
INSERT INTO repair_sealing
  SELECT u.tenant_id, u.id, 'unchanged' FROM repair_unnamed u
  WHERE u.changes IS NULL AND u.client_id IS NOT NULL AND u.request_id IS NOT NULL AND u.actor_label IS NOT NULL
    AND u.action LIKE 'management\_api.%' AND split_part(u.action, '.', 2) IN (
      'admin_granted', 'app_access_changed', 'app_access_exclusion_added', 'app_access_exclusion_removed',
      'app_access_tag_granted', 'app_access_tag_revoked', 'app_access_user_granted', 'app_access_user_revoked', 'app_updated',
      'connector_approval_changed', 'connector_changed', 'credential_revoked', 'custom_fields_ordered', 'device_approved',
      'device_denied', 'domain_removed', 'domain_set', 'domain_verified', 'identity_provider_updated', 'invitation_revoked',
      'role_granted', 'role_sync_completed', 'role_sync_source_updated', 'role_updated', 'scim_token_revoked',
      'service_account_reactivated', 'service_account_suspended', 'session_revoked', 'sessions_revoked', 'tag_policy_changed',
      'user_reactivated', 'user_suspended', 'user_tagged', 'user_unlocked', 'webhook_deliveries_replayed', 'webhook_disabled');--> statement-breakpoint
-- Rows that wait in the outbox under the id of the last event get the id of their own, by what they tell.
CREATE TEMPORARY TABLE repair_waiting ON COMMIT DROP AS
  SELECT DISTINCT ON (tenant_id, event_id) * FROM (
    SELECT DISTINCT ON (o.tenant_id, o.id) o.tenant_id, o.id AS outbox_id, e.id AS event_id
    FROM outbox_events o
    JOIN repair_groups g ON g.tenant_id = o.tenant_id AND g.last_id = o.event_id
    JOIN audit_events l ON l.tenant_id = g.tenant_id AND l.id = g.last_id
    JOIN audit_events e ON e.tenant_id = l.tenant_id AND e.at = l.at AND e.id <= l.id
      AND e.action = o.payload->>'action' AND e.target = o.payload->>'target'
    WHERE e.id = l.id OR EXISTS (SELECT FROM repair_unnamed u WHERE u.tenant_id = e.tenant_id AND u.id = e.id)
    ORDER BY o.tenant_id, o.id, e.id
  ) found ORDER BY tenant_id, event_id, outbox_id;--> statement-breakpoint
UPDATE outbox_events o SET event_id = w.event_id FROM repair_waiting w
  WHERE w.tenant_id = o.tenant_id AND w.outbox_id = o.id;--> statement-breakpoint
-- A row whose event is not in the log any more names an id that no event has: its seal will say that it was removed.
UPDATE outbox_events o SET event_id = nextval('audit_events_id_seq')
  WHERE EXISTS (SELECT FROM repair_groups g WHERE g.tenant_id = o.tenant_id AND g.last_id = o.event_id)
    AND NOT EXISTS (SELECT FROM repair_waiting w WHERE w.tenant_id = o.tenant_id AND w.outbox_id = o.id);--> statement-breakpoint
-- Defect 1 in a part of the log that retention removed: it took the last event with its seal and left the others. What is
-- older than its limit goes, too, and the event below tells the number.
INSERT INTO repair_sealing
  SELECT u.tenant_id, u.id, 'expired' FROM repair_unnamed u
  WHERE u.action = 'scim.user_created' AND u.request_id IS NOT NULL AND u.at < (
      SELECT max((t.changes->'before'->>'to')::timestamptz) FROM audit_events t
      WHERE t.tenant_id = u.tenant_id AND t.action = 'system.audit_log_trimmed')
    AND NOT EXISTS (SELECT FROM audit_events l JOIN repair_namings n ON n.tenant_id = l.tenant_id AND n.event_id = l.id
      WHERE l.tenant_id = u.tenant_id AND l.at = u.at)
    AND NOT EXISTS (SELECT FROM repair_sealing s WHERE s.tenant_id = u.tenant_id AND s.event_id = u.id);--> statement-breakpoint
DELETE FROM audit_events e USING repair_sealing s
  WHERE s.tenant_id = e.tenant_id AND s.event_id = e.id AND s.defect = 'expired';--> statement-breakpoint
-- What waits is sealed by the dispatcher. A log without any seal is sealed whole with its next event.
DELETE FROM repair_sealing s
  WHERE EXISTS (SELECT FROM outbox_events o WHERE o.tenant_id = s.tenant_id AND o.event_id = s.event_id)
    OR NOT EXISTS (SELECT FROM audit_seals l WHERE l.tenant_id = s.tenant_id);--> statement-breakpoint
ALTER TABLE "outbox_events" DROP CONSTRAINT "outbox_events_tenant_id_id_pk";--> statement-breakpoint
ALTER TABLE "outbox_events" ALTER COLUMN "type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_events" ALTER COLUMN "event_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "outbox_events" ADD CONSTRAINT "outbox_events_tenant_id_event_id_pk" PRIMARY KEY("tenant_id","event_id");--> statement-breakpoint
ALTER TABLE "outbox_events" DROP COLUMN "id";--> statement-breakpoint
-- The seals of the repair, of at most 1,000 events each, and an event that tells of them. Hash and digest are those of
-- server/kernel/audit-chain.ts.
DO $$
DECLARE
  mended record;
  chunk record;
  last_seal record;
  sealed_through bigint;
  told jsonb;
  told_id bigint;
BEGIN
  FOR mended IN
    SELECT tenant_id, count(*) FILTER (WHERE defect = 'bulk') AS of_bulks, count(*) FILTER (WHERE defect = 'unchanged') AS unchanged,
      count(*) FILTER (WHERE defect = 'expired') AS expired
    FROM repair_sealing GROUP BY tenant_id ORDER BY tenant_id
  LOOP
    SELECT position, hash INTO last_seal FROM audit_seals
      WHERE tenant_id = mended.tenant_id ORDER BY position DESC LIMIT 1;
    sealed_through := last_seal.position;
    FOR chunk IN
      SELECT jsonb_agg(id ORDER BY id) AS ids, string_agg(digest, E'\n' ORDER BY id) AS digests FROM (
        SELECT e.id, (row_number() OVER (ORDER BY e.id) - 1) / 1000 AS number,
          encode(sha256(convert_to(jsonb_build_array(e.id, extract(epoch from e.at), e.action, e.target, e.target_label, e.related,
            e.user_id, e.user_email, e.actor_label, e.client_id, e.app_id, e.ip, e.request_id, e.changes)::text, 'UTF8')), 'hex') AS digest
        FROM repair_sealing s JOIN audit_events e ON e.tenant_id = s.tenant_id AND e.id = s.event_id
        WHERE s.tenant_id = mended.tenant_id
      ) numbered GROUP BY number ORDER BY number
    LOOP
      sealed_through := sealed_through + 1;
      INSERT INTO audit_seals (tenant_id, position, event_ids, hash)
        SELECT mended.tenant_id, sealed_through, chunk.ids,
          encode(sha256(convert_to(hash || E'\n' || chunk.digests, 'UTF8')), 'hex')
        FROM audit_seals WHERE tenant_id = mended.tenant_id AND position = sealed_through - 1;
    END LOOP;
    told := jsonb_build_object(
      'eventsOfBulks', jsonb_build_object('from', NULL, 'to', mended.of_bulks),
      'eventsPastRetention', jsonb_build_object('from', NULL, 'to', mended.expired),
      'eventsWithoutChange', jsonb_build_object('from', NULL, 'to', mended.unchanged),
      'fromSeal', jsonb_build_object('from', NULL, 'to', last_seal.position + 1),
      'throughSeal', jsonb_build_object('from', NULL, 'to', sealed_through),
      'limit', jsonb_build_object('from', NULL, 'to',
        'The new seals show whether these events are changed from now on, not whether they were changed before.'));
    INSERT INTO audit_events (tenant_id, action, target, actor_label, changes)
      VALUES (mended.tenant_id, 'system.audit_chain_repaired', 'setting:audit', 'Audit chain repair', told)
      RETURNING id INTO told_id;
    INSERT INTO outbox_events (tenant_id, event_id, type, payload)
      VALUES (mended.tenant_id, told_id, 'audit_chain_repaired', jsonb_build_object(
        'action', 'system.audit_chain_repaired', 'target', 'setting:audit', 'targetLabel', NULL, 'related', NULL, 'appId', NULL,
        'actor', jsonb_build_object('userId', NULL, 'email', NULL, 'clientId', NULL, 'label', 'Audit chain repair'),
        'changes', told));
  END LOOP;
END $$;--> statement-breakpoint
-- From here on the key refuses a seal that names an event which a seal names already.
INSERT INTO audit_sealed_events (tenant_id, event_id, position)
  SELECT s.tenant_id, e.value::bigint, min(s.position)
  FROM audit_seals s CROSS JOIN LATERAL jsonb_array_elements_text(s.event_ids) e GROUP BY 1, 2;--> statement-breakpoint
CREATE FUNCTION castellan_name_sealed_events() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM audit_sealed_events
      WHERE tenant_id = OLD.tenant_id AND position = OLD.position
        AND event_id = ANY (ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(OLD.event_ids)));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO audit_sealed_events (tenant_id, event_id, position)
      SELECT NEW.tenant_id, value::bigint, NEW.position FROM jsonb_array_elements_text(NEW.event_ids);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER name_sealed_events AFTER INSERT OR DELETE OR UPDATE OF tenant_id, position, event_ids ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION castellan_name_sealed_events();
