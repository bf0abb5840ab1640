import { Words } from "@/app/_words/words";

/** Loads the texts of the area. */
export default function CustomFieldsLayout({ children }: LayoutProps<"/[tenant]/custom-fields">) {
  return <Words of="custom-fields">{children}</Words>;
}
