"use client";

import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { Branding } from "@/server/domain/tenant-config/tenant-config.schema";

type Schema = typeof Branding;

/**
 * Returns the current values of the form, with null for invalid values. Loads the schema on the first change, because the
 * stored values are valid.
 */
export function useTyped(): Branding {
  const values = useWatch() as Record<string, unknown>;
  const { isDirty, defaultValues } = useFormContext().formState;
  const [schema, setSchema] = useState<Schema | null>(null);
  useEffect(() => {
    if (!isDirty || schema) return;
    void import("@/server/domain/tenant-config/tenant-config.schema").then(({ Branding }) =>
      setSchema(() => Branding),
    );
  }, [isDirty, schema]);
  if (!schema) return defaultValues as Branding;
  const valid = Object.entries(schema.shape).map(([name, field]) => {
    const { data } = field.safeParse(values[name]);
    return [name, data || null];
  });
  return Object.fromEntries(valid) as Branding;
}
