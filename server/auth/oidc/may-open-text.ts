import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { mayOpen } from "../../domain/app-access/may-open";

/** Returns the condition "this user may open this app" as text. The parameters are SQL expressions. */
export const mayOpenText = ({ tenantId, appId, userId }: Record<"tenantId" | "appId" | "userId", string>) =>
  new PgDialect().sqlToQuery(
    mayOpen({ tenantId: sql.raw(tenantId), appId: sql.raw(appId), userId: sql.raw(userId) }),
  ).sql;
