import { useExtracted } from "next-intl";
import type { OwnProfile } from "@/server/domain/account/profile.schema";
import { CheckField, ChoiceField, TextField } from "./account-form";

const inputTypes = { text: "text", number: "text", date: "date", url: "url", email: "email" } as const;

function useVisibilityWords() {
  const t = useExtracted("hosted");
  return {
    user_private: t("Only you and administrators see this."),
    user_public: t("Others in your organization can see this."),
    admin_only: "",
  };
}

/** Custom profile field of the organization. The control depends on the type of the field. */
export function OwnField({ field, disabled }: { field: OwnProfile["fields"][number]; disabled: boolean }) {
  const visibilityWords = useVisibilityWords();
  const { fieldName, fieldType, displayLabel, description, visibility, isMandatory, options, value } = field;
  const common = {
    name: `values.${fieldName}`,
    label: displayLabel,
    hint: [description, visibilityWords[visibility]].filter(Boolean).join(" "),
    disabled,
  };
  if (fieldType === "boolean") return <CheckField {...common} defaultChecked={value === true} />;
  const text = value === null ? "" : String(value);
  if (fieldType === "select")
    return <ChoiceField {...common} options={options ?? []} defaultValue={text} required={isMandatory} />;
  return (
    <TextField
      {...common}
      type={inputTypes[fieldType]}
      {...(fieldType === "number" && { inputMode: "decimal" as const })}
      defaultValue={text}
      required={isMandatory}
    />
  );
}
