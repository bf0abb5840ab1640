import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./db/tenant/*.ts", "./db/platform/*.ts"],
  out: "./db/migrations",
  // The first migration creates the role in hand-written SQL, because a role is part of the cluster and not of one database.
  entities: { roles: false },
});
