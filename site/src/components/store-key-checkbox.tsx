/** Whether to store the API key in the browser. */
export function StoreKeyCheckbox(props: { checked: boolean; onChecked(checked: boolean): void }) {
  return (
    <label class="checkbox">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChecked(event.currentTarget.checked)}
      />
      <span>Store the key in this browser. Anyone who uses this browser can then write as you.</span>
    </label>
  )
}
