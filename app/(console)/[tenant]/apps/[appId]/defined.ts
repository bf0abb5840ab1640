type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
/** Returns only the defined fields, so that an absent field does not reset a setting. */
export const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
