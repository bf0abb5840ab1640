// The baseline of the figures: bare node:http and postgres.js with the same statements, without framework and validation. GET reads
// the credential, then the page of users under row-level security. POST writes user, audit event and outbox row in one transaction.
import { createServer } from "node:http";
import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL, {
  max: Number(process.env.DATABASE_POOL ?? 16),
  onnotice: () => {},
});
const clientId = process.env.CLIENT_ID;
const tenantId = Number(process.env.TENANT_ID);

const bind = `select set_config('role', 'castellan_tenant', true), set_config('castellan.tenant_id', '${tenantId}', true)`;
const credential = () => sql`
  select c.id, c.capabilities, c.secret_generation, c.revoked_at, u.status, t.status as tenant_status
  from credentials c join users u on u.tenant_id = c.tenant_id and u.id = c.service_account_id join tenants t on t.id = c.tenant_id
  where c.tenant_id = ${tenantId} and c.client_id = ${clientId}`;

const server = createServer(async (request, response) => {
  try {
    const [found] = await credential();
    if (!found) throw new Error("no credential");
    if (request.method === "GET") {
      const connection = await sql.reserve();
      void connection.unsafe(`begin read only; ${bind}`).execute();
      const rows = await connection.unsafe(
        "select id, email, name, status, created_at from users where tenant_id = $1 and kind = 'person' and id > $2 order by id limit 51",
        [tenantId, 0],
        { prepare: true },
      );
      void connection.unsafe("commit").then(() => connection.release());
      const users = rows.slice(0, 50).map((row) => ({
        userId: Number(row.id),
        email: row.email,
        name: row.name,
        status: row.status,
        createdAt: row.created_at.toISOString(),
      }));
      send(response, 200, { users, nextCursor: rows.length > 50 ? users[49].userId : null });
    } else {
      let text = "";
      for await (const chunk of request) text += chunk;
      const { email, name } = JSON.parse(text);
      const connection = await sql.reserve();
      void connection.unsafe(`begin; ${bind}`).execute();
      const [user] = await connection.unsafe(
        "insert into users (tenant_id, email, name) values ($1, $2, $3) returning id, email, status",
        [tenantId, email, name],
        { prepare: true },
      );
      void connection
        .unsafe(
          "insert into audit_events (tenant_id, action, target, target_label, client_id) values ($1, $2, $3, $4, $5)",
          [tenantId, "management_api.user_created", `user:${user.id}`, email, clientId],
          { prepare: true },
        )
        .execute();
      void connection
        .unsafe(
          "insert into outbox_events (tenant_id, event_id, type, payload) values ($1, currval('audit_events_id_seq'), $2, $3)",
          [tenantId, "user_created", { target: `user:${user.id}` }],
          { prepare: true },
        )
        .execute();
      await connection.unsafe("commit");
      connection.release();
      send(response, 201, { userId: Number(user.id), email: user.email, status: user.status });
    }
  } catch (error) {
    send(response, 500, { error: String(error) });
  }
});

function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
