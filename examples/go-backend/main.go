// A whole integration: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"example.com/counterfoil"
)

// Use your database instead: the ids of handled events.
var handled sync.Map

func handle(event counterfoil.Event) error {
	var data struct{ ExternalUserID, VoucherTitle string }
	if err := json.Unmarshal(event.Data, &data); err != nil {
		return err
	}
	if _, isKnown := handled.LoadOrStore(event.ID, true); !isKnown && event.Type == "CLAIM_CREATED" && !event.Test {
		fmt.Println(data.ExternalUserID, "claimed", data.VoucherTitle)
	}
	return nil
}

func main() {
	url := os.Getenv("COUNTERFOIL_URL")
	client, err := counterfoil.New(url, os.Getenv("SLUG"), strings.Split(os.Getenv("SECRETS"), ",")...)
	if err != nil {
		log.Fatal(err)
	}
	key, err := os.ReadFile(os.Getenv("PRIVATE_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	tokens, err := counterfoil.NewTokens(os.Getenv("ISSUER"), "", key)
	if err != nil {
		log.Fatal(err)
	}

	http.Handle("/hooks", client.Webhooks.Handler(handle, func(err error) { log.Print(err) }))
	http.HandleFunc("/jwks.json", func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(tokens.JWKS())
	})
	http.HandleFunc("/vouchers", func(w http.ResponseWriter, r *http.Request) {
		user := r.Header.Get("x-user") // Take the user from your session instead.
		_, err := client.UpsertUser(r.Context(), counterfoil.User{ExternalUserID: user})
		if err != nil {
			http.Error(w, "try again later", http.StatusBadGateway)
			return
		}
		token, _ := tokens.Mint(counterfoil.TokenUser{ExternalUserID: user}, time.Hour)
		fmt.Fprintf(w, "%s/app/#token=%s", url, token)
	})

	last := "" // Load it from your database, and save it there.
	save := func(id string) error { last = id; return nil }
	if _, err := client.CatchUp(context.Background(), last, handle, save); err != nil {
		log.Print(err)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
