-- Accounts that were used before their address was proved: the earlier user may have left a passkey or a number. An unproved address
-- needs nothing here, because its proof sets the column. Retention may have removed older sign-ins and sessions.
WITH used AS (
  SELECT tenant_id, id AS user_id, password_changed_at AS at FROM users WHERE password_hash IS NOT NULL
  UNION ALL SELECT tenant_id, id, phone_verified_at FROM users
  UNION ALL SELECT tenant_id, user_id, created_at FROM factors
  UNION ALL SELECT tenant_id, user_id, created_at FROM sessions WHERE actor_user_id IS NULL
  UNION ALL SELECT tenant_id, user_id, at FROM sign_ins WHERE outcome = 'succeeded'
)
UPDATE users u SET untrusted_since = o.since
  FROM (SELECT tenant_id, user_id, min(at) AS since FROM used GROUP BY 1, 2) o
  WHERE o.tenant_id = u.tenant_id AND o.user_id = u.id AND u.untrusted_since IS NULL AND o.since < u.email_verified_at;
