import { NotThere } from "../_frame/records/not-there";
import { notThereTitle } from "../_frame/records/not-there-title";

export const generateMetadata = notThereTitle;

export default function NotFound() {
  return <NotThere />;
}
