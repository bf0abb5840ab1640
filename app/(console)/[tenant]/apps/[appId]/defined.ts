type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
/** Only the fields that are there: what a form leaves out must not undo what stands. */
export const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
