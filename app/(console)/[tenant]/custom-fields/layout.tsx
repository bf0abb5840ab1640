import { Words } from "@/app/_words/words";

export default function CustomFieldsLayout({ children }: LayoutProps<"/[tenant]/custom-fields">) {
  return <Words of="custom-fields">{children}</Words>;
}
