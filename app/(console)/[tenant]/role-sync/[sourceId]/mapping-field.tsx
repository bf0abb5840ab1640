"use client";

import { Plus, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useId } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { FieldConflict, useConflictId } from "@/components/form/conflict";
import { Button, IconButton } from "@/components/ui/button";
import { Input, NativeSelect } from "@/components/ui/input/input";
import type { Role } from "@/server/domain/roles/roles.schema";

interface Mapped {
  mapping: { feedRole: string; roleId: number }[];
}

/** Field that maps role names in the feed to roles with other names. */
export function MappingField({ roles }: { roles: Role[] }) {
  const t = useExtracted("role-sync");
  const { control, register, formState } = useFormContext<Mapped>();
  const { fields, append, remove } = useFieldArray({ control, name: "mapping" });
  const errors = formState.errors.mapping;
  const whole = errors?.root?.message ?? errors?.message;
  const id = useId();
  const words = (mapping: unknown) =>
    (mapping as Mapped["mapping"] | null)
      ?.map(({ feedRole, roleId }) =>
        t("“{feedRole}” means {role}", {
          feedRole,
          role: roles.find((role) => role.roleId === roleId)?.name ?? t("Deleted role"),
        }),
      )
      .join(", ") || undefined;
  return (
    <fieldset aria-describedby={useConflictId("mapping", id)}>
      <legend className="text-sm font-medium">{t("Names of roles")}</legend>
      <p className="mb-2 text-sm text-ink-faint">
        {t("A role with the same name in the feed needs no mapping. Case does not matter.")}
      </p>
      <ul className="space-y-2">
        {fields.map((field, index) => (
          <li key={field.id} className="flex flex-wrap items-start gap-2">
            <span className="min-w-40 flex-1">
              <Input
                {...register(`mapping.${index}.feedRole`)}
                aria-label={t("Name in the feed, line {line, number}", { line: index + 1 })}
                aria-invalid={errors?.[index]?.feedRole !== undefined}
                placeholder={t("Name in the feed")}
                autoComplete="off"
              />
              {errors?.[index]?.feedRole && (
                <span className="text-sm text-danger-text">{sentence(errors[index].feedRole.message)}</span>
              )}
            </span>
            <NativeSelect
              {...register(`mapping.${index}.roleId`, { setValueAs: Number })}
              aria-label={t("Role, line {line, number}", { line: index + 1 })}
              className="min-w-40 flex-1"
            >
              {!roles.some(({ roleId }) => roleId === field.roleId) && (
                <option value={field.roleId}>{t("Deleted role")}</option>
              )}
              {roles.map(({ roleId, name }) => (
                <option key={roleId} value={roleId}>
                  {name}
                </option>
              ))}
            </NativeSelect>
            <IconButton
              label={t("Remove line {line, number}", { line: index + 1 })}
              onClick={() => remove(index)}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      <FieldConflict name="mapping" id={id} words={words} />
      {whole && (
        <p role="alert" className="mt-1 text-sm text-danger-text">
          {sentence(whole)}
        </p>
      )}
      <Button
        size="sm"
        className="mt-2"
        disabled={roles.length === 0}
        onClick={() => append({ feedRole: "", roleId: roles[0]!.roleId })}
      >
        <Plus aria-hidden />
        {t("Add a name")}
      </Button>
      {roles.length === 0 && (
        <p className="mt-1 text-sm text-ink-faint">{t("There is no role to map to yet.")}</p>
      )}
    </fieldset>
  );
}

const sentence = (message: string | undefined) =>
  message && message.charAt(0).toUpperCase() + message.slice(1);
