import type { CustomField } from "@/server/domain/custom-fields/custom-fields.schema";

/** What kinds of values are called. */
export const typeWords: Record<CustomField["fieldType"], string> = {
  text: "Text",
  number: "Number",
  boolean: "Yes or no",
  date: "Date",
  url: "Web address",
  email: "E-mail address",
  select: "One of a list",
};

/** Who sees a field’s values. */
export const visibilityWords: Record<CustomField["visibility"], { label: string; hint: string }> = {
  user_private: { label: "The person", hint: "The person and administrators see the value." },
  user_public: { label: "Everyone", hint: "Others in the organization may see the value, too." },
  admin_only: { label: "Administrators", hint: "The person does not see the value." },
};
