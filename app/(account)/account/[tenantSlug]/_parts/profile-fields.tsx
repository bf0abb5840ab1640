import { useUserFieldWords } from "@/components/user-field-words";
import type { OwnProfile } from "@/server/domain/account/profile.schema";
import { ownProfileFields, userFields } from "@/server/kernel/user-fields";
import { TextField } from "./account-form";

/** Inputs for the profile fields that users change themselves. */
export function ProfileFields({ profile }: { profile: OwnProfile }) {
  const words = useUserFieldWords();
  return ownProfileFields.map((name) => (
    <TextField
      key={name}
      name={name}
      label={words(name)}
      autoComplete={userFields[name].ownProfile.autoComplete}
      defaultValue={profile[name] ?? ""}
      maxLength={userFields[name].maxLength}
      disabled={!profile.mayChange}
    />
  ));
}
