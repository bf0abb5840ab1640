import type postgres from "postgres";

type Sql = postgres.Sql;

/** The options of a pending statement. The types of postgres.js omit this field. */
interface Pending {
  options?: { onexecute?: () => boolean };
}

/** postgres.js sends no further statement on the connection until this statement has ended. */
const alone = () => false;

/**
 * Returns a client that sends a statement only on a free connection. Otherwise, a statement could wait behind a slow statement
 * while other connections become free. Reserved connections keep their pipeline.
 *
 * The option `max_pipeline: 0` of postgres.js is not used, because it turns off `onexecute`. Without `onexecute`, the loss of a
 * reserved connection cannot be detected (see `createLeases`).
 */
export function withoutPipeline(sql: Sql): Sql {
  const marked = <T>(statement: T): T => {
    const { options } = statement as Pending;
    if (options) options.onexecute = alone;
    return statement;
  };
  return new Proxy(sql, {
    apply: (target, self, parts) => marked<unknown>(Reflect.apply(target, self, parts)),
    get: (target, name): unknown =>
      name === "unsafe"
        ? (...parts: Parameters<Sql["unsafe"]>) => marked(sql.unsafe(...parts))
        : Reflect.get(target, name),
  });
}
