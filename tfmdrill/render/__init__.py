"""Everything that tfmdrill shows: to a terminal, as plain sentences, and as JSON.

Renderers are given values of `tfmdrill.model` and nothing else; they decide nothing.

- `console`: `open_console`
- `report`: `print_report`, `print_summary`
- `problems`: `print_list`, `print_statement`, `print_hint`, `print_solution`
- `plan`: `print_plan`; `progress`: `print_progress`; `progress_page`: `progress_page`
- `quiz`: `print_question`, `print_judged`, `print_quiz_summary`
- `machine`: `print_doctor`
- `verification`: `print_verify`
- `document`: `report_json`, `list_json`, `quiz_json`, `doctor_json`, `verify_json`

A module is imported by its name, so that `list` doesn't pay for what only `grade` shows.
"""
