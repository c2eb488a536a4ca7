import {
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  InputLabel,
  MenuItem,
  Pagination,
  Rating,
  Select,
  Slider,
  Snackbar,
  Switch,
  Tab,
  TablePagination,
  Tabs,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
} from "@mui/material";
import { useState } from "react";
import { createRoot } from "react-dom/client";

function Page() {
  const [saved, save] = useState(false);
  return (
    <>
      <Tabs value={0}>
        <Tab label="Rooms" />
        <Tab label="Guests" />
      </Tabs>
      <FormControl sx={{ m: 1, width: 220 }}>
        <InputLabel id="age-label">Age</InputLabel>
        <Select labelId="age-label" label="Age" name="age" defaultValue={20}>
          <MenuItem value={10}>Ten</MenuItem>
          <MenuItem value={20}>Twenty</MenuItem>
          <MenuItem value={30}>Thirty</MenuItem>
        </Select>
      </FormControl>
      <Autocomplete
        sx={{ width: 300 }}
        options={["The Godfather", "Pulp Fiction", "Heat"]}
        defaultValue="Heat"
        renderInput={(given) => <TextField {...given} label="Movie" />}
      />
      <p id="volume">Volume</p>
      <Slider sx={{ width: 200 }} aria-labelledby="volume" defaultValue={30} />
      <Rating name="service" defaultValue={2} />
      <FormControlLabel control={<Checkbox defaultChecked />} label="Breakfast" />
      <FormControlLabel control={<Switch />} label="Late arrival" />
      <TextField label="Note" placeholder="Anything else" multiline rows={2} defaultValue={"first\nsecond"} />
      <ToggleButtonGroup value="left" exclusive>
        <ToggleButton value="left">Left</ToggleButton>
        <ToggleButton value="right">Right</ToggleButton>
      </ToggleButtonGroup>
      <Pagination count={5} page={2} />
      <TablePagination component="div" count={100} page={0} rowsPerPage={10} onPageChange={() => {}} />
      <Button variant="contained" onClick={() => save(true)}>
        Save
      </Button>
      <Snackbar open={saved}>
        <Alert severity="success">Preferences saved</Alert>
      </Snackbar>
    </>
  );
}
createRoot(document.body.appendChild(document.createElement("main"))).render(<Page />);
